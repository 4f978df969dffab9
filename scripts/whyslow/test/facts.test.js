'use strict'

// What a diagnosis reads from what was observed.

const t = require('tap')
const { readFacts } = require('../judge/facts')
const { loadedEvidence, restOf, watchedEvidence, DELAYS } = require('./made-up')

const loaded = (loads, samples = []) => readFacts(loadedEvidence(loads), samples)
const watched = (made, samples = []) => readFacts(watchedEvidence(made), samples)

function equalFacts (t, facts, expected) {
  for (const [name, value] of Object.entries(expected)) t.equal(facts[name], value, name)
}

t.test('the figures of each load', async (t) => {
  const alone = {
    intervals: [{
      cpuTime: 1000,
      loop: { active: 300, idle: 700 },
      serviceTime: 1200,
      coreWait: 200
    }],
    answered: 500,
    backgroundCpu: 0.4
  }
  const intervals = [
    { time: 4000, cpuTime: 7000, loop: { active: 3800, idle: 200 }, inProgress: [50, 48] },
    { time: 6000, cpuTime: 8000, loop: { active: 5200, idle: 800 }, inProgress: [49] }
  ]
  Object.assign(intervals[0], { gcTime: 2000, sockets: 300, served: 350 }, DELAYS)
  Object.assign(intervals[1], { gcTime: 500, served: 50 })
  const main = { intervals, answered: 2000, connectionsClosed: 200, backgroundCpu: 0.1 }
  equalFacts(t, loaded({ alone, main }), {
    answered: 2000,
    cpuPerRequest: 7.5,
    elu: 0.9,
    threadCpu: 0.6,
    latency: 7,
    timeInServer: 245, // 49 in progress, 200 answers a second
    serviceTime: 10, // of 12 ms, 2 without a core
    serviceCpu: 2,
    eluServing: 0.3,
    poolDelay: 2,
    loopDelay: 3,
    inProgress: 49,
    gcShare: 0.25,
    connectionsPerRequest: 0.25, // 200 of the 300 by the load itself
    backgroundCpu: 0.4,
    generatorBound: false,
    isWatched: undefined
  })
  const other = loaded({ main: { backgroundCpu: 0.3, connectionsClosed: 9, generatorBound: true } })
  equalFacts(t, other, {
    serviceTime: 0.5, // its CPU time at least
    connectionsPerRequest: 0,
    backgroundCpu: 0.3,
    generatorBound: true
  })
})

t.test('intervals add up: sums, lists, and the most at once; they stay as they are', async (t) => {
  const intervals = [
    { served: 60, outgoing: { 'a:1': 30, 'b:2': 10 }, outgoingAtOnce: 5, loopDelays: [350] },
    { served: 30, outgoing: { 'b:2': 1290, 'c:3': 20 }, outgoingAtOnce: 7, loopDelays: [0, 300] },
    { served: 10, outgoing: { 'a:1': 1 }, outgoingAtOnce: 6 }
  ]
  const evidence = loadedEvidence({ alone: { intervals } })
  const before = structuredClone(evidence)
  equalFacts(t, readFacts(evidence, []), {
    backend: 'b:2',
    callsPerRequest: 13,
    callsAtOnce: 7,
    stalls: 2,
    longestStall: 350
  })
  t.strictSame(evidence, before)
  equalFacts(t, loaded(), { backend: '', callsPerRequest: 0, inProgress: 0 })
})

t.test('requests fail without an answer, or with an error', async (t) => {
  const share = (main) => loaded({ main }).errorShare
  t.equal(share({}), 0)
  t.equal(share({ refused: 40 }), 0.4)
  t.equal(share({ errors: 100 }), 0.5)
  t.equal(share({ answered: 0, errors: 5 }), 1)
  const cutOff = { intervals: [{ served: 200, answered: 150 }], answered: 150 }
  t.equal(share(cutOff), 0.25, 'the server closes connections instead')
  t.equal(share({ ...cutOff, errors: 50 }), 0.25, 'counted once')
  t.equal(share({ ...cutOff, connectionsClosed: 40 }), 0.0625, 'the load closes some')
})

t.test('what is kept grows with the requests, at least by so many bytes', async (t) => {
  const kept = (...bytes) =>
    loaded({ main: { rests: bytes.map((bytes, i) => restOf(1000 * i, bytes)) } })
  const steady = kept(1e6, 1.3e6, 1.6e6, 1.9e6, 2.2e6)
  t.strictSame([steady.kept, Math.round(steady.keptPerRequest)], [1.2e6, 300])
  const unsteady = kept(1e6, 1.5e6, 1.4e6, 2.1e6, 2.2e6).keptPerRequest
  t.ok(unsteady > 50 && unsteady < 290, unsteady)
  t.equal(kept(1e6, 3e6, 0.5e6, 2e6, 1e6).keptPerRequest, 0, 'noise')
  t.equal(kept(3e6, 2e6, 1e6).keptPerRequest, 0, 'it shrinks')
  const rests = [restOf(0, 0), restOf(0, 9), restOf(0, 20)]
  t.equal(loaded({ main: { rests } }).keptPerRequest, 0, 'without requests')
})

t.test('resources that grow with the requests', async (t) => {
  const rests = [
    restOf(0, 0, { TCPSocketWrap: 5, Pipe: 3, Worker: 1 }), // and no Timeout
    restOf(10, 0, { TCPSocketWrap: 9, Pipe: 3, Worker: 2, Timeout: 10 }),
    restOf(20, 0, { TCPSocketWrap: 2, Pipe: 3, Worker: 3, Timeout: 20 })
  ]
  const { opened, openedPerRequest } = loaded({ main: { rests } })
  t.strictSame([opened, openedPerRequest], [{ Worker: 2, Timeout: 20 }, 1])
})

t.test('the cost of late requests, to the lowest of early ones', async (t) => {
  const costs = (...costs) =>
    ({ intervals: costs.map((cost) => ({ answered: 10, cpuTime: 10 * cost })) })
  const read = loaded({
    cold: costs(90, 20, 10),
    alone: costs(10, 10, 20, 20, 20),
    main: costs(1, 1, 60, 60)
  })
  t.strictSame([read.costGrowth, read.costGrowthAlone, read.costGrowthLate], [6, 1.5, 60])
  const few = loaded({ cold: costs(60), alone: costs(10, 20), main: costs(30, 30) })
  t.strictSame([few.costGrowth, few.costGrowthAlone], [2, 1], 'the last pair counts')
  const one = loaded({ cold: costs(), alone: costs(10, 20), main: costs(30, 30) })
  t.strictSame([one.costGrowth, one.costGrowthAlone], [2, 4 / 3], 'a single one, too')
})

t.test('stalls of one connection, which no request explains', async (t) => {
  const stalls = (cpuTime, loopDelays) =>
    loaded({ alone: { intervals: [{ cpuTime, loopDelays }] } })
  const loopDelays = [0, 350, 0, 40, 300, ...Array(29).fill(1)]
  const read = stalls(1, loopDelays)
  t.strictSame([read.stalls, read.longestStall], [2, 350])
  t.equal(Math.round(read.stallShare * 100), 16)
  t.equal(stalls(9000, loopDelays).stalls, 1, 'a request computes for 90 ms')
  const quiet = stalls(1, [1])
  t.strictSame([quiet.stalls, quiet.stallShare, quiet.longestStall], [0, 0, 0])
  const { stallShare, poolDelay, loopDelay } = loaded()
  t.strictSame([stallShare, poolDelay, loopDelay], [undefined, undefined, undefined], 'no readings')
})

t.test('the share of synchronous calls for files and processes', async (t) => {
  const handler = { name: 'handle', file: '/app/index.js' }
  const inner = { name: 'getOptions', file: 'node:internal/fs/utils' }
  const sample = (weight, name, file) => ({ weight, stack: [handler, { name, file }, inner] })
  const samples = [
    sample(10, 'readFileSync', 'node:fs'),
    sample(20, 'execSync', 'node:child_process'),
    sample(30, 'pbkdf2Sync', 'node:internal/crypto/pbkdf2'),
    sample(40, 'readFileSync', '/app/index.js')
  ]
  t.equal(loaded({}, samples).syncShare, 0.3)
  t.equal(loaded().syncShare, 0)
})

t.test('the figures of the time that was watched', async (t) => {
  const served = { served: 1000, outgoing: { 'a:1': 2000 }, sockets: 100, ended: 900, failed: 45 }
  const last = { ...DELAYS, ...served, gcTime: 1000, inProgress: [2] }
  const facts = watched({ each: { gcTime: 100, ended: 100, failed: 5, inProgress: [1] }, last })
  equalFacts(t, facts, {
    isWatched: true,
    answered: 9500,
    errorShare: 0.05,
    cpuPerRequest: 0.02, // without the profiler
    latency: 7, // the last
    serviceTime: 7,
    serviceCpu: 0.02,
    backend: 'a:1',
    callsPerRequest: 0.2,
    connectionsPerRequest: 0.01,
    elu: 0.3,
    eluServing: 0.75,
    poolDelay: 2,
    loopDelay: 3,
    inProgress: 1,
    gcShare: 0.19,
    leastGrowth: 1,
    uncollected: 0,
    callsAtOnce: undefined,
    timeInServer: undefined
  })
  const idle = watched({ each: { serving: { active: 0, idle: 0 } } })
  t.equal(idle.eluServing, idle.elu, 'no request was in progress')
  t.equal(watched({ each: { ended: 0 }, last: { ended: 0 } }).errorShare, 0)
  t.equal(watched({ rate: 0 }).cpuPerRequest, 2.16, 'only the profiled were answered')
  t.equal(watched({ cost: () => 1000 }).threadCpu, 0.7, 'a whole core is used')
})

t.test('of too few requests, there is no share, no median, and nothing that is kept', async (t) => {
  const facts = (answered) => {
    const collected = Array.from({ length: 5 }, (_, i) => ({ requests: 10 * i, bytes: 5e6 }))
    return watched({ rate: 0, last: { answered, collected } })
  }
  for (const name of ['errorShare', 'connectionsPerRequest', 'serviceTime', 'kept',
    'keptPerRequest', 'mostKeptPerRequest']) {
    t.equal(facts(49)[name], undefined, name)
    t.type(facts(50)[name], 'number', name)
  }
})

t.test('a cost that grows from interval to interval, at least by so much', async (t) => {
  const { leastGrowth } = watched({ cost: (i) => 20 + 5 * i })
  t.ok(leastGrowth > 2.4 && leastGrowth <= 3, `${leastGrowth}`)
  t.equal(watched({ cost: (i) => 20 - i }).leastGrowth, 1, 'it becomes faster')
  t.equal(watched({ cost: (i) => i % 3 ? 10 : 40 }).leastGrowth, 1, 'noise')
  t.equal(watched({ rate: 0 }).leastGrowth, undefined, 'no requests')
  const evidence = watchedEvidence({ cost: (i) => i === 9 ? 130 : 20 + 5 * i })
  const { intervals } = evidence.main
  for (const i of [0, 2, 4, 6]) intervals[i].answered = 0
  const least = readFacts(evidence, []).leastGrowth
  t.ok(least > 2 && least < 2.4, `an interval without an answer adds to the next: ${least}`)
  intervals[8].answered = 0
  t.equal(readFacts(evidence, []).leastGrowth, undefined, 'too few')
})

t.test('listeners of one event that are added by the requests between two walks', async (t) => {
  const at = (listeners, event = 'done') => ({ event, listeners })
  const added = (...walks) => watched({ walks }).listenersPerRequest
  t.equal(added(at(20), at(270)), 0.5)
  t.equal(added(at(20), at(30)), 0, 'ten more may be chance')
  for (const walks of [[], [undefined, at(20)], [at(20), undefined]]) t.equal(added(...walks), 0)
  t.equal(added(undefined, at(260)), 0.5, 'there were ten at most')
  t.equal(added(at(20), at(270, 'data')), undefined, 'another event')
  t.equal(watched().listenersPerRequest, undefined, 'nobody looked')
})

t.test('major collections that this command forces are none of the server', async (t) => {
  const last = { gcTime: 900, majorGcTime: 600 }
  t.equal(watched({ last }).gcShare, 0.09)
  const forced = watched({ last, hasForced: true })
  t.strictSame([forced.gcShare, forced.mostGcShare], [0.03, 0.09])
})

const collect = (...bytes) =>
  watched({ last: { collected: bytes.map((bytes, i) => ({ requests: 1000 * (i + 1), bytes })) } })

t.test('what collections leave grows with the requests', async (t) => {
  const kept = (...bytes) => collect(...bytes).keptPerRequest
  t.equal(kept(), undefined)
  t.equal(kept(5e6), undefined)
  t.equal(Math.round(kept(5e6, 6e6, 7e6, 8e6, 9e6)), 1000)
  t.equal(Math.round(collect(5e6, 6e6, 7e6, 8e6, 9e6).kept), 4e6)
  t.equal(kept(9e6, 8e6, 7e6, 6e6, 5e6), 0)
  const most = (...bytes) => collect(...bytes).mostKeptPerRequest
  t.equal(most(5e6, 6e6, 5e6, 6e6), undefined, 'too few')
  t.ok(most(5e6, 6e6, 5e6, 6e6, 5e6) > 300, 'noise')
  t.ok(Math.abs(most(5e6, 5e6 + 9, 5e6, 5e6 + 9, 5e6)) < 1)
  const collected = Array(5).fill({ requests: 1000, bytes: 5e6 })
  t.equal(watched({ last: { collected } }).mostKeptPerRequest, Infinity, 'without requests')
  collected[1] = { requests: 1000, bytes: 50e6 }
  t.equal(watched({ last: { collected: collected.slice(0, 2) } }).keptPerRequest, 0, 'nor a leap')
  t.equal(kept(10e6, 21e6), 11_000, 'of a few collections, only a leap counts')
  t.equal(collect(10e6, 21e6).kept, 11e6)
  t.equal(kept(10e6, 19e6), 0, 'less than 10 MB')
  t.equal(kept(100e6, 120e6), 0, 'less than a quarter')
})

t.test('a few collections that leave more each time leave a doubt', async (t) => {
  t.equal(collect(122e6, 130e6, 138e6, 145e6).uncollected, 23e6)
  t.equal(collect(122e6, 130e6, 129e6, 145e6).uncollected, 0)
  t.equal(collect(10e6, 21e6).uncollected, 11e6)
})

t.test('a heap that grows counts as uncollected until two collections tell more', async (t) => {
  const uncollected = (...collected) =>
    watched({ heap: (i) => 50e6 + 5e6 * i, last: { collected } }).uncollected
  const at = (requests) => ({ requests, bytes: 50e6 })
  t.equal(uncollected(), 20e6)
  t.equal(uncollected(at(10)), 20e6)
  t.equal(uncollected(at(10), at(20)), 0)
  t.equal(watched({ heap: (i) => -i }).uncollected, 0)
  t.strictSame([collect().collections, collect(1, 1).collections], [0, 2])
})

t.test('the share of timers, without what awaits them', async (t) => {
  const sample = (weight, ...names) =>
    ({ weight, stack: names.map((name) => ({ name, file: '' })) })
  const samples = [
    sample(3, 'processTimers', 'listOnTimeout', 'job'),
    sample(5, 'processTimers', 'listOnTimeout', 'runNextTicks', 'handler'),
    sample(2, 'parserOnIncoming', 'handler')
  ]
  t.equal(watched({}, samples).timerShare, 0.3)
  t.equal(watched().timerShare, 0)
  t.equal(watched({ last: { loopDelays: [0, 350, 1, 350, 0] } }).stalls, 2)
})
