'use strict'

// What a diagnosis reads from what was observed.

const t = require('tap')
const { judge } = require('../internals')
const { loadedEvidence, profileOf, restOf, watchedEvidence, DELAYS } = require('./made-up')

const factsOf = (evidence, profiles = {}) => judge({ ...evidence, profiles }).facts
const loaded = (loads) => factsOf(loadedEvidence(loads))
const watched = (made) => factsOf(watchedEvidence(made))
const peer = (trips, more) => ({ trips, others: 0, connects: 0, failures: {}, ...more })
const within = (t, value, low, high) => t.ok(value > low && value < high, `${value}`)

function equalFacts (t, facts, expected) {
  for (const [name, value] of Object.entries(expected)) t.equal(facts[name], value, name)
}

/** Looks at so many requests in progress, and at nothing else. */
function requestsOf (...counts) {
  const none = { open: {}, connecting: {}, others: {} }
  const look = { ...none, late: 0, oldest: 0, connections: 0, before: 0, clients: 0 }
  return { looks: counts.map((requests) => ({ ...look, requests })) }
}

t.test('costs, shares and waits come from the figures of each load', async (t) => {
  const alone = {
    intervals: [{
      answered: 500,
      cpuTime: 1000,
      loop: { active: 1300, idle: 700 },
      serviceTime: 1200,
      coreWait: 200
    }],
    answered: 500,
    backgroundCpu: 0.4
  }
  const intervals = [
    { time: 4000, cpuTime: 7000, loop: { active: 3800, idle: 200 }, ...requestsOf(50, 48) },
    { time: 6000, cpuTime: 8000, loop: { active: 5200, idle: 800 }, ...requestsOf(49) }
  ]
  const first = { gcTime: 2000, sockets: 300, served: 350, longestPause: 30 }
  Object.assign(intervals[0], first, DELAYS)
  Object.assign(intervals[1], { gcTime: 500, served: 50, longestPause: 20 })
  const main = {
    intervals,
    answered: 2000,
    errors: 500,
    connectionsClosed: 200,
    backgroundCpu: 0.1
  }
  equalFacts(t, loaded({ alone, main }), {
    answered: 2000,
    answeredPerSecond: 200,
    answeredAlone: 500,
    errorShare: 0.2,
    slowdown: 0.25,
    cpuPerRequestMs: 7.5,
    elu: 0.9,
    threadCores: 0.6,
    latencyMs: 7,
    serviceTimeMs: 10, // of 12 ms, 2 without a core
    serviceCpuMs: 2,
    blockedPerRequestMs: 0.2, // neither idle, nor without a core, nor computing
    poolDelayMs: 2,
    loopDelayMs: 3,
    longestPauseMs: 30,
    inProgress: 49,
    gcShare: 0.25,
    connectionsPerRequest: 0.25, // 200 of the 300 by the load itself
    backgroundCores: 0.4
  })
})

t.test('intervals add up: sums, lists, and the most at once', async (t) => {
  const intervals = [
    { served: 60, peers: { 'a:1': peer(30), 'b:2': peer(10) }, tripsAtOnce: 5, loopDelays: [350] },
    { served: 30, peers: { 'b:2': peer(1290), 'c:3': peer(20) }, tripsAtOnce: 7, loopDelays: [9] },
    { served: 10, peers: { 'a:1': peer(1, { connects: 50 }) }, tripsAtOnce: 6, loopDelays: [300] }
  ]
  const crowdOf = (added) => ({ emitter: 'A', event: 'b', listeners: 99, location: '', added })
  for (const [i, added] of [20, 60, 30].entries()) intervals[i].listeners = crowdOf(added)
  intervals[1].children = 30
  equalFacts(t, loaded({ alone: { intervals } }), {
    peer: 'b:2',
    connectsPerRequest: 1 / 6,
    childrenPerRequest: 0.1,
    listenersPerRequest: 0.2,
    tripsAtOnce: 7,
    stalls: 2,
    longestStallMs: 350
  })
  const few = loaded({ alone: { intervals: [{ listeners: crowdOf(10) }] } })
  t.equal(few.listenersPerRequest, 0, 'chance')
  t.equal(loaded({ main: { intervals: [{ files: 900 }, { files: 20 }] } }).filesShare, 0.9)
  t.equal(loaded({ main: { intervals: [{ fileLimit: 0 }] } }).filesShare, undefined)
})

t.test('requests fail without an answer, or with an error', async (t) => {
  const cutOff = { intervals: [{ served: 200, answered: 150 }], answered: 150 }
  for (const [share, main] of [
    [0.4, { refused: 40 }],
    [0.25, { ...cutOff, errors: 50 }], // the server closes connections: counted once
    [0.0625, { ...cutOff, connectionsClosed: 40 }] // the load closes some
  ]) t.equal(loaded({ main }).errorShare, share)
})

t.test('what is kept grows with the requests, at least by so many bytes', async (t) => {
  const kept = (...bytes) =>
    loaded({ main: { rests: bytes.map((bytes, i) => restOf(1000 * i, bytes)) } })
  const steady = kept(1e6, 1.3e6, 1.6e6, 1.9e6, 2.2e6)
  t.strictSame([steady.keptBytes, Math.round(steady.keptPerRequestBytes)], [1.2e6, 300])
  t.equal(Math.round(steady.keptPerSecondBytes), 120_000, 'of 4,000 requests in 10 s')
  t.equal(Math.round(steady.mostKeptBytes), 1.2e6)
  const noise = kept(1e6, 3e6, 0.5e6, 2e6, 1e6)
  t.equal(noise.keptPerRequestBytes, 0, 'noise')
  t.ok(noise.mostKeptBytes > 2e6, 'nor does it exclude that much')
})

t.test('resources that grow with the requests', async (t) => {
  const rests = [
    restOf(0, 0, { TCPSocketWrap: 5, Pipe: 3, Worker: 1 }, 20), // and no Timeout
    restOf(10, 0, { TCPSocketWrap: 9, Pipe: 3, Worker: 2, Timeout: 10 }, 23),
    restOf(20, 0, { TCPSocketWrap: 2, Pipe: 3, Worker: 3, Timeout: 20 }, 26)
  ]
  const { opened, openedPerRequest } = loaded({ main: { rests } })
  t.strictSame([opened, openedPerRequest], [{ Worker: 2, Timeout: 20, 'open files': 6 }, 1])
})

t.test('files that stay open in a watch, without a pool and sockets', async (t) => {
  const LEAKING = [0, 20, 40, 60, 80, 100, 120, 140, 160] // at the end of each second
  const opened = (files, each = () => ({})) => {
    const evidence = watchedEvidence()
    const [{ intervals }] = evidence.phases
    for (const [i, interval] of intervals.entries()) {
      Object.assign(interval, { files: 20 + files[i] }, each(i))
    }
    const { opened, openedPerRequest } = factsOf(evidence)
    return [opened['open files'], openedPerRequest]
  }
  t.strictSame(opened(LEAKING), [160, 160 / 9500])
  t.strictSame(opened([0, 0, 200, 200, 200, 200, 200, 200, 200]), [0, 0], 'a pool')
  t.strictSame(opened([0, 0, 0, 0, 0, 0, 200, 200, 200]), [0, 0], 'a pool that is late')
  t.strictSame(opened([0, 5, 10, 15, 20, 25, 30, 35, 40]), [0, 0], 'too few')
  t.strictSame(opened(LEAKING, () => ({ sockets: 20 })), [0, 0], 'of clients')
  t.strictSame(opened(LEAKING, () => ({ peers: { a: peer(0, { connects: 20 }) } })), [0, 0],
    'to others')
  t.strictSame(opened(LEAKING, (i) => ({ ...requestsOf(20 * i) })), [0, 0], 'of each request')
  t.strictSame(opened(LEAKING.map(() => 0), (i) => ({ ...requestsOf(160 - 20 * i) })), [0, 0],
    'fewer requests open none')
})

t.test('the cost of late requests, to that of early ones in an equally long time', async (t) => {
  const costs = (...costs) =>
    ({ intervals: costs.map((cost) => ({ answered: 10, cpuTime: 10 * cost })) })
  const grown = (paused, alone = costs(10, 10, 20, 20, 20)) => loaded({
    cold: costs(90, 20, 10),
    alone,
    late: costs(20, 30, 60, 60),
    paused: costs(paused)
  })
  equalFacts(t, grown(75), { costGrowth: 2, costGrowthAlone: 1.5, costGrowthInPause: 2.4 })
  t.equal(grown(15).costGrowth, 1.2, 'what is left after a pause')
  t.equal(loaded({ late: { intervals: [{ answered: 0 }] } }).costGrowth, undefined, 'no answer')
  const hung = { intervals: Array(5).fill({ answered: 0, cpuTime: 10 }) }
  t.equal(grown(75, hung).costGrowth, undefined, 'no answer with one connection')
})

t.test('stalls that no request explains, alone or with the others in progress', async (t) => {
  const alone = (cpuTime, loopDelays) =>
    loaded({ alone: { intervals: [{ cpuTime, loopDelays }] } })
  const loopDelays = [0, 350, 0, 40, 250, ...Array(9).fill(0)] // of 14 × 100 ms, and late
  equalFacts(t, alone(1, loopDelays), { stalls: 2, longestStallMs: 350, stallShare: 600 / 2040 })
  t.equal(alone(8000, loopDelays).stalls, 1, 'a request computes for 80 ms')
  equalFacts(t, loaded(), { stallShare: undefined, poolDelayMs: undefined })
  for (const [stalls, cpuTime, inProgress] of [
    [2, 50, 50], // fifty requests take 25 ms
    [1, 400, 1] // 200 ms, though they may queue where nobody sees them
  ]) {
    const interval = { cpuTime, ...requestsOf(inProgress), loopDelays: [700, 500, 0, 0] }
    const facts = loaded({ main: { intervals: [{ ...interval, gcTime: 100 }] } })
    t.equal(facts.loadStalls, stalls)
    t.equal(facts.loadStallShare, (stalls === 2 ? 1200 : 700) / 1600 - 0.1, 'without collections')
  }
})

t.test('what a request waits for: inside, or outside as far as can be seen', async (t) => {
  const none = { connecting: {}, others: {} }
  const look = { ...none, late: 0, oldest: 0, connections: 0, requests: 10, before: 0, clients: 0 }
  const open = { 'a:1': 2 }
  const peers = { 'a:1': peer(100) }
  const timeOf = (unseen, calls = open) => watched({
    each: { unseen, peers, looks: Array(9).fill({ ...look, open: calls }) }
  })
  const { insideShare, outsideShare, pool } = timeOf([])
  within(t, insideShare, 0.7, 0.8)
  within(t, outsideShare, 0.1, 0.2)
  t.equal(pool, undefined, 'few requests call it')
  equalFacts(t, timeOf(['UDP']), { insideShare: 0 })
  within(t, timeOf(['UDP']).outsideShare, 0.9, 1)
  equalFacts(t, loaded(), { outsideShare: 0, insideShare: 0 })
})

t.test('a rare route that takes as long as the stalls is what stalls the others', async (t) => {
  const stalled = { loopDelays: [350, 0, 0] } // for more than half of the time
  const routeOf = (requests, time, each) => watched({
    each: { ...stalled, ...each },
    routes: [{ name: 'GET /', requests: 9000, time: 9000 }, { name: 'GET /all', requests, time }]
  }).stallRoute
  t.equal(routeOf(10, 3500), 'GET /all')
  t.equal(routeOf(1000, 300_000), undefined, 'a usual one')
  t.equal(routeOf(90, 3600), undefined, 'a quick one')
  t.equal(routeOf(3, 4000), undefined, 'one that takes longer than any stall')
  t.equal(routeOf(5, 1750), undefined, 'the stalls are more than it takes')
  t.equal(routeOf(10, 3500, { coreWait: 300 }), undefined, 'without a core, any request stalls')
})

t.test('bytes that wait in a socket for five seconds, and get no less', async (t) => {
  const unsentOf = (...bytes) => {
    const intervals = bytes.map((bytes) => ({ unsent: { peer: 'db:1', bytes } }))
    return loaded({ main: { intervals } }).unsentBytes
  }
  t.equal(unsentOf(0, 3e6, 2e6, 4e6, 5e6, 3e6), 2e6)
  t.equal(unsentOf(3e6, 2e6, 4e6, 5e6, 2.9e6), 0, 'they are taken')
  t.equal(unsentOf(3e6, 3e6, 3e6, 3e6), undefined, 'four seconds')
})

t.test('the peer to which the most calls fail', async (t) => {
  const failing = { failures: { ECONNREFUSED: 30, ETIMEDOUT: 20 }, connects: 50 }
  const peers = { 'a:1': peer(100, { failures: { EPIPE: 1 } }), 'b:2': peer(0, failing) }
  equalFacts(t, loaded({ main: { intervals: [{ served: 100, peers }] } }), {
    failingPeer: 'b:2',
    failedShare: 1,
    failedPerRequest: 0.5
  })
})

t.test('the shares of synchronous calls, and of timers without what awaits them', async (t) => {
  const fs = 'node:internal/fs/utils'
  const TIMER = ['listOnTimeout', 'node:internal/timers']
  const TICK = ['runNextTicks', 'node:internal/process/task_queues']
  const sample = (weight, ...frames) =>
    ({ weight, stack: frames.map(([name, file]) => ({ name, file })) })
  const cpu = profileOf([
    sample(10, ['handle', '/app/a.js'], ['readFileSync', 'node:fs'], ['getOptions', fs]),
    sample(20, TIMER, ['execSync', 'node:child_process']),
    sample(30, TIMER, TICK, ['pbkdf2Sync', 'node:internal/crypto/pbkdf2']),
    sample(40, ['readFileSync', '/app/index.js'])
  ])
  const each = { loopDelays: [350, 0, 0] } // 0.54 of the time, and the loop is busy for 0.3
  const { stallsByTimers, syncShare } = factsOf(watchedEvidence({ each }), { cpu })
  t.equal(syncShare, 0.3)
  within(t, stallsByTimers, 0.1, 0.12)
})

t.test('the figures of the time that was watched', async (t) => {
  const served = { served: 1000, sockets: 100, ended: 900, failed: 45 }
  const last = { ...DELAYS, ...served, gcTime: 1000, ...requestsOf(2) }
  const each = { coreWait: 100, gcTime: 100, ended: 100, failed: 5, ...requestsOf(1) }
  const facts = watched({ each, last })
  equalFacts(t, facts, {
    isWatched: true,
    answered: 9500,
    errorShare: 0.05,
    cpuPerRequestMs: 0.02, // without the profiler
    latencyMs: 7, // the last
    serviceTimeMs: 7,
    coreWaitShare: 0.1,
    serviceCpuMs: 0.02,
    blockedPerRequestMs: 0.18,
    connectionsPerRequest: 0.01,
    elu: 0.3,
    poolDelayMs: 2,
    loopDelayMs: 3,
    inProgress: 1,
    gcShare: 0.19,
    leastGrowth: 1,
    latencyP99Ms: 70
  })
  t.equal(watched({ rate: 0 }).cpuPerRequestMs, 2.16, 'only the profiled were answered')
  t.equal(watched({ cost: () => 1000 }).threadCores, 0.7, 'a whole core is used')
})

t.test('the figures of a process that serves no HTTP', async (t) => {
  const each = { isServer: false, peers: { 'a:1': peer(9), 'b:2': peer(3) } }
  const collected = [0, 1, 2, 3, 4].map((i) => ({ time: 2000 * i, requests: 0, bytes: 1e6 * i }))
  const loopDelays = [60, 45, 0, 0, 0, 0, 0, 0, 0, 0]
  equalFacts(t, watched({ each, last: { ...each, collected, loopDelays } }), {
    isWatched: true,
    elu: 0.3,
    peer: 'a:1',
    tripsPerSecond: 12,
    keptBytes: 4e6,
    keptPerSecondBytes: 4e5,
    jobStallShare: 60 / 1105,
    longestStallMs: 60,
    answered: undefined,
    keptPerRequestBytes: undefined,
    serviceTimeMs: undefined
  })
})

t.test('of too few requests, there is no share, no median, and nothing that is kept', async (t) => {
  const facts = (answered) => {
    const collected = Array.from({ length: 5 }, (_, i) => ({ requests: 10 * i, bytes: 5e6 }))
    return watched({ rate: 0, last: { answered, ended: answered, collected } })
  }
  for (const name of ['errorShare', 'serviceTimeMs', 'keptBytes', 'childrenPerRequest']) {
    t.equal(facts(49)[name], undefined, name)
    t.type(facts(50)[name], 'number', name)
  }
})

t.test('a cost that grows from interval to interval: at least, and at most', async (t) => {
  within(t, watched({ cost: (i) => 20 + 5 * i }).leastGrowth, 2.4, 3)
  const noise = watched({ cost: (i) => i % 3 ? 10 : 40 })
  t.equal(noise.leastGrowth, 1, 'noise')
  within(t, noise.mostGrowth, 1.5, Infinity) // nor does it exclude a growth
  t.equal(watched({ rate: 0 }).mostGrowth, Infinity, 'no requests')
  const evidence = watchedEvidence({ cost: (i) => i === 9 ? 130 : 20 + 5 * i })
  const [{ intervals }] = evidence.phases
  for (const i of [0, 2, 4, 6]) intervals[i].answered = 0
  within(t, factsOf(evidence).leastGrowth, 2, 2.4) // one without an answer adds to the next
  const most = (costs) => watched({ cost: (i) => costs[i - 1] }).mostGrowth
  t.equal(most([40, 35, 30, 20, 20, 35, 20, 20, 20]), 1, 'we start up, and another program runs')
  within(t, most([20, 20, 20, 20, 20, 30, 30, 30, 30]), 2.5, 2.7) // by the low costs of both halves
  within(t, most([20, 20, 20, 20, 22, 20, 22, 20, 22]), 1.2, 1.4) // and the noise of neighbours
  const each = { isServer: false, answered: 0 } // by time
  within(t, watched({ cost: (i) => 20 + 5 * i, each, last: each }).mostGrowth, 2.4, 3.01)
})

t.test('what major collections leave grows with the requests', async (t) => {
  const RISING = (i) => 50e6 + 10e6 * i
  const collect = (bytes, heap) => watched({
    heap,
    last: { collected: bytes.map((bytes, i) => ({ requests: 1000 * (i + 1), bytes })) }
  })
  for (const [facts, ...bytes] of [
    [{ keptPerRequestBytes: 0, collections: 1 }, 5e6],
    [{ keptPerRequestBytes: 0, mostKeptPerRequestBytes: -1000 }, 9e6, 8e6, 7e6, 6e6, 5e6],
    // Of a few collections, only a leap counts: 10 MB, and a quarter.
    [{ keptPerRequestBytes: 5500, keptPerSecondBytes: 1.1e6 }, 10e6, 15e6, 21e6], // in 10 s
    [{ keptPerRequestBytes: 0 }, 10e6, 15e6, 19e6],
    [{ keptPerRequestBytes: 0 }, 100e6, 110e6, 120e6],
    [{ keptPerRequestBytes: 0 }, 10e6, 30e6], // what was in use meanwhile
    [{ keptPerRequestBytes: 51_000 }, 10e6, 61e6],
    [{ keptPerRequestBytes: 0 }, 10e6, 10e6, 30e6]
  ]) equalFacts(t, collect(bytes, RISING), facts)
  const still = collect([10e6, 15e6, 21e6]).keptPerRequestBytes
  t.equal(still, 0, 'the rest of the heap stays as it was')
  const { keptBytes, keptPerRequestBytes } = collect([5e6, 6e6, 7e6, 8e6, 9e6])
  t.strictSame([Math.round(keptPerRequestBytes), Math.round(keptBytes)], [1000, 4e6])
  t.equal(collect([5e6, 6e6, 7e6, 8e6, 9e6, 20e6, 21e6, 5e6, 23e6, 24e6]).keptBytes, 0, 'chance')
  // A text of 15 MB is made again and again.
  t.equal(collect([15e6, 29e6, 15e6, 29e6, 29e6, 43e6, 29e6, 43e6]).keptBytes, 0, 'in use twice')
  t.ok(collect([40e6, 15e6, 22e6, 29e6, 36e6, 43e6, 50e6, 57e6]).keptBytes > 3e6, 'one is high')
  const most = (...bytes) => collect(bytes).mostKeptPerRequestBytes
  t.ok(most(5e6, 6e6, 5e6, 6e6, 5e6) > 300, 'noise')
  // Every third leaves no garbage.
  const many = Array.from({ length: 90 }, (_, i) => 50e6 + 1e6 * i + 1e8 * (i % 3 && i * i % 11))
  t.equal(Math.round(collect(many).keptPerRequestBytes), 1000, 'the least that some in a row left')
  const collected = Array(5).fill({ requests: 1000, bytes: 5e6 })
  t.equal(watched({ last: { collected } }).mostKeptPerRequestBytes, Infinity, 'without requests')
})

t.test('what is kept is bounded by what small collections leave', async (t) => {
  const boundOf = (lowest, changes = {}) => {
    const evidence = watchedEvidence()
    for (const [i, interval] of evidence.phases[0].intervals.entries()) {
      interval.lowest = lowest[i]
      Object.assign(interval, changes[i])
    }
    return factsOf(evidence).mostKeptPerRequestBytes
  }
  const rising = (more) => Array.from({ length: 9 }, (_, i) => 50e6 + more * 1000 * i)
  const near = (value, expected) => within(t, value, expected - 1, expected + 1)
  near(boundOf(rising(20)), 20)
  t.ok(boundOf([50e6, 52e6, 49e6, 51e6, 50e6, 52e6, 49e6, 51e6, 50e6]) > 200, 'noise')
  t.equal(boundOf([50e6, undefined, 50e6, 50e6, undefined, 50e6]), Infinity, 'too few')
  // A major collection frees garbage of before: only the time until then, or after it, counts.
  const freed = { 3: { collected: [{ requests: 4000, bytes: 9e6 }] } }
  near(boundOf([90e6, 91e6, 92e6, 9e6, ...rising(70).slice(0, 5)], freed), 70)
  near(boundOf([10e6, 30e6, 40e6, ...rising(20).slice(3)]), 20) // we start up
  const allocating = watched({ heap: (i) => 50e6 + 30e3 * i })
  near(allocating.mostKeptPerRequestBytes, 30)
  near(allocating.mostKeptPerSecondBytes / 1000, 27) // 9,100 requests in 10 s
  equalFacts(t, allocating, { earlyBytes: 50.03e6, lateBytes: 50.15e6 })
})

t.test('a profiler makes an idle loop look busy: then nothing is known of its waits', async (t) => {
  t.equal(watched({ rate: 0 }).blockedPerRequestMs, undefined)
  t.type(watched({}).blockedPerRequestMs, 'number')
})
