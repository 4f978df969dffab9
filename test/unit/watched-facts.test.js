'use strict'

// What a diagnosis reads from a running server, made up: 1,000 requests a second for ten readings.

const t = require('tap')
const { eluOf, readWatchedFacts } = require('../../scripts/lib/diagnosis/watched-facts')

const EVIDENCE = {
  gcTime: 900,
  majorGcTime: 0,
  collected: [],
  poolDelays: [],
  loopDelays: [],
  inProgress: [],
  served: 1000,
  answered: 1000,
  sockets: 0,
  outgoing: {},
  outgoingAtOnce: 0
}

/** The readings of a second each, with `rate` answers; `cost` and `heap` are those of second i. */
function watch (made = {}) {
  const { cost = () => 20, heap = () => 50e6, rate = 1000, ...more } = made
  const { busy = 300, waiting = 100, evidence, samples = [], done, ...last } = more
  const readings = []
  let cpuTime = 0 // µs
  for (let i = 0; i < 10; i++) {
    cpuTime += 1000 * cost(i)
    readings.push({
      time: 1000 * i,
      cpuTime,
      loop: { active: 300 * i, idle: 700 * i },
      serving: { active: busy * i, idle: waiting * i },
      answered: rate * i,
      heap: heap(i)
    })
  }
  const end = {
    ...readings.at(-1),
    latency: 7,
    ended: 1000,
    failed: 50,
    evidence: { ...EVIDENCE, ...evidence },
    ...last
  }
  return readWatchedFacts(readings, end, samples, done)
}

t.test('the figures of the time that was watched', async (t) => {
  const facts = watch()
  const expected = {
    isWatched: true,
    answered: 9000,
    errorShare: 0.05,
    cpuPerRequest: 0.02,
    latency: 7,
    serviceTime: 7,
    serviceCpu: 0.02,
    callsPerRequest: 0,
    gcShare: 0.1,
    leastGrowth: 1,
    uncollected: 0
  }
  for (const [name, value] of Object.entries(expected)) t.equal(facts[name], value, name)
  t.strictSame([facts.elu.toFixed(3), facts.eluServing], ['0.300', 0.75])
  const without = watch({ busy: 0, waiting: 0 })
  t.equal(without.eluServing, without.elu, 'no request was in progress')
  t.equal(watch({ ended: 0, failed: 0 }).errorShare, 0)
  t.equal(watch({ rate: 0, answered: 10 }).cpuPerRequest, 18)
  t.equal(watch({ cost: () => 1000 }).threadCpu.toFixed(3), '0.700', 'a whole core is used')
  t.equal(eluOf({ active: 5, idle: 5 }, { active: 8, idle: 6 }), 0.75)
})

t.test('a cost that grows from reading to reading, at least by so much', async (t) => {
  const { leastGrowth } = watch({ cost: (i) => 20 + 5 * i })
  t.ok(leastGrowth > 2.4 && leastGrowth <= 3, `${leastGrowth}`)
  t.equal(watch({ cost: (i) => 20 - i }).leastGrowth, 1, 'it becomes faster')
  t.equal(watch({ cost: (i) => i % 2 ? 10 : 40 }).leastGrowth, 1, 'noise')
  t.equal(watch({ rate: 0 }).leastGrowth, undefined, 'no requests')
})

t.test('listeners of one event that are added by the requests between two walks', async (t) => {
  const at = (listeners, event = 'done') => ({ event, listeners })
  const added = (...walks) => watch({ answered: 9500, done: { walks } }).listenersPerRequest
  t.equal(added(at(20), at(270)), 0.5)
  t.equal(added(at(20), at(30)), 0, 'ten more may be chance')
  for (const walks of [[], [undefined, at(20)], [at(20), undefined]]) t.equal(added(...walks), 0)
  t.equal(added(undefined, at(260)), 0.5, 'there were ten at most')
  t.equal(added(at(20), at(270, 'data')), undefined, 'another event')
  t.equal(watch().listenersPerRequest, undefined, 'nobody looked')
})

t.test('major collections that this command forces are none of the server', async (t) => {
  const evidence = { gcTime: 900, majorGcTime: 600 }
  t.equal(watch({ evidence }).gcShare, 0.1)
  t.equal(watch({ evidence, time: 18_000 }).gcShare, 0.05)
  const forced = watch({ evidence, done: { hasForced: true } })
  t.strictSame([forced.gcShare, forced.mostGcShare], [300 / 9000, 0.1])
})

t.test('what collections leave grows with the requests', async (t) => {
  const factsOf = (...bytes) => watch({
    evidence: { collected: bytes.map((bytes, i) => ({ requests: 1000 * (i + 1), bytes })) }
  })
  const kept = (...bytes) => factsOf(...bytes).keptPerRequest
  t.equal(kept(), undefined)
  t.equal(Math.round(kept(5e6, 6e6, 7e6, 8e6, 9e6)), 1000)
  t.equal(kept(9e6, 8e6, 7e6, 6e6, 5e6), 0)
  const most = (...bytes) => factsOf(...bytes).mostKeptPerRequest
  t.equal(most(5e6, 6e6, 5e6, 6e6), undefined, 'too few')
  t.ok(most(5e6, 6e6, 5e6, 6e6, 5e6) > 300, 'noise')
  t.ok(Math.abs(most(5e6, 5e6 + 9, 5e6, 5e6 + 9, 5e6)) < 1)
  const collected = Array(5).fill({ requests: 1000, bytes: 5e6 })
  t.equal(watch({ evidence: { collected } }).mostKeptPerRequest, Infinity, 'without requests')
  t.equal(kept(10e6, 21e6), 11_000, 'of a few collections, only a leap counts')
  t.equal(kept(10e6, 19e6), 0, 'less than 10 MB')
  t.equal(kept(100e6, 120e6), 0, 'less than a quarter')
})

t.test('a few collections that leave more each time leave a doubt', async (t) => {
  const doubt = (...bytes) => watch({
    evidence: { collected: bytes.map((bytes, i) => ({ requests: 1000 * i, bytes })) }
  }).uncollected
  t.equal(doubt(122e6, 130e6, 138e6, 145e6), 23e6)
  t.equal(doubt(122e6, 130e6, 129e6, 145e6), 0)
  t.equal(doubt(10e6, 21e6), 11e6)
})

t.test('the share of timers, without what awaits them', async (t) => {
  const sample = (weight, ...names) =>
    ({ weight, stack: names.map((name) => ({ name, file: '' })) })
  const samples = [
    sample(3, 'processTimers', 'listOnTimeout', 'job'),
    sample(5, 'processTimers', 'listOnTimeout', 'runNextTicks', 'handler'),
    sample(2, 'parserOnIncoming', 'handler')
  ]
  t.equal(watch({ samples }).timerShare, 0.3)
  t.equal(watch().timerShare, 0)
  t.equal(watch({ evidence: { loopDelays: [0, 350, 1, 350, 0] } }).stalls, 2)
})

t.test('a heap that grows counts as uncollected until two collections tell more', async (t) => {
  const heap = (i) => 50e6 + 4e6 * i
  const at = (requests) => ({ requests, bytes: 50e6 })
  const uncollected = (...collected) => watch({ heap, evidence: { collected } }).uncollected
  t.equal(uncollected(), 20e6)
  t.equal(uncollected(at(10)), 20e6)
  t.equal(uncollected(at(10), at(20)), 0)
  t.equal(watch({ evidence: { collected: [at(10), at(20)] } }).collections, 2)
})
