'use strict'

// The rules of the diagnosis, on made-up facts.

const t = require('tap')
const { readFacts } = require('../judge/facts')
const { FAULTS } = require('../judge/faults')
const { diagnose, strengthOf } = require('../judge/rules')
const { loadedEvidence, watchedEvidence, DELAYS } = require('./made-up')

const COLLECTED = [1, 2, 3, 4, 5].map((i) => ({ time: i, requests: 1000 * i, bytes: 5e6 }))
const DELAYED = { intervals: [DELAYS, DELAYS] }
const EVIDENCE = {
  'a load': loadedEvidence({ alone: DELAYED, main: DELAYED }),
  'a load without delays': loadedEvidence(),
  'a watched time': watchedEvidence({ last: { ...DELAYS, collected: COLLECTED } }),
  'two collections and little else':
    watchedEvidence({ rate: 0, last: { collected: COLLECTED.slice(3) } }),
  'few requests': watchedEvidence({ rate: 0, last: { ...DELAYS, answered: 49 } }),
  'no HTTP': watchedEvidence({
    each: { isServer: false, waits: { moments: 10, outside: 9, kinds: {} } },
    last: { ...DELAYS, isServer: false, collected: COLLECTED }
  }),
  'no request': watchedEvidence({ rate: 0, last: { answered: 0, served: 0, ended: 0 } })
}
const COMMON = {
  answered: 20_000,
  cpuPerRequestMs: 0.1,
  elu: 0.97,
  eluServing: 0.7,
  threadCores: 0,
  serviceTimeMs: 0.3,
  serviceCpuMs: 0.2,
  blockedPerRequestMs: 0,
  latencyMs: 5,
  inProgress: 1
}
const HEALTHY = { ...readFacts(EVIDENCE['a load'], []), ...COMMON, timeInServerMs: 4 }
const WATCHED = { ...readFacts(EVIDENCE['a watched time'], []), ...COMMON }
// Too few requests were answered for these.
const FEW = {
  answered: 49,
  errorShare: undefined,
  connectionsPerRequest: undefined,
  serviceTimeMs: undefined,
  keptBytes: undefined,
  keptPerSecondBytes: undefined,
  keptPerRequestBytes: undefined,
  mostKeptPerRequestBytes: undefined
}

const CPU_BOUND = 'healthy, CPU-bound: one core is the limit'
const GENERATOR = 'healthy, limited by the load generator'
const UNDER_LOAD = 'healthy under this load'
const FAILING = 'requests fail'
const LEAK = 'memory leak'
const GARBAGE = 'garbage collection pressure'
const POOL = 'thread pool saturated'
const QUEUE = 'requests queue for something that serves a few at a time'
const STALLED = 'event loop stalled by a job beside the requests'
const SYNC_IO = 'event loop blocked by synchronous I/O'
const COMPUTING = 'event loop blocked by computation'
const WAITING = 'waiting for dependencies'
const GROWING = 'cost grows with every request'
const CONCURRENCY = 'concurrency without a limit'
const CONNECTIONS = 'connections are not kept alive'
const RESOURCES = 'resources that are never released'
const NO_FILES = 'no free file descriptors'
const TOGETHER = 'requests fail under load'
const GROWING_TIME = 'cost grows with time'
const LISTENERS = 'listeners that are never removed'
const CALL_CONNECTIONS = 'a new connection for each call'
const CHILDREN = 'a child process for each request'
const STAMPEDE = 'event loop stalled under many connections'
const BLOCKED = 'event loop blocked by waiting synchronously'
const INSIDE = 'requests wait inside the process'

const WITHOUT = { others: [], close: [], ruledOut: [] }
const namesOf = (findings) => findings.map(({ verdict }) => verdict)
const verdictOf = (facts) => diagnose({ ...HEALTHY, ...facts }).first.verdict

const SICK = {
  [FAILING]: { errorShare: 0.4, errorShareAlone: 0.4 },
  [TOGETHER]: { errorShare: 0.4, failures: '503 × 40' },
  [LEAK]: { keptBytes: 80e6, keptPerRequestBytes: 4_000, gcShare: 0.1 },
  [RESOURCES]: { opened: { Timeout: 800 }, openedPerRequest: 0.98 },
  [NO_FILES]: { files: 1020, filesShare: 0.99 },
  [GARBAGE]: { gcShare: 0.35, cpuPerRequestMs: 5 },
  [POOL]: {
    poolDelayMs: 200,
    loopDelayMs: 0.2,
    elu: 0.5,
    serviceTimeMs: 20,
    serviceCpuMs: 20,
    latencyMs: 300
  },
  [GROWING]: { costGrowth: 6, costGrowthInPause: 0.1, cpuPerRequestMs: 30 },
  [GROWING_TIME]: { costGrowth: 1.85, costGrowthInPause: 0.8 },
  [LISTENERS]: { listenersPerRequest: 1 },
  [WAITING]: { elu: 0.1, eluServing: 0.01, serviceTimeMs: 60, serviceCpuMs: 0.5, latencyMs: 61 },
  [QUEUE]: { elu: 0.05, serviceTimeMs: 8, serviceCpuMs: 4, latencyMs: 382, timeInServerMs: 370 },
  [CONCURRENCY]: { tripsAtOnce: 400, peer: '127.0.0.1:5432' },
  [CALL_CONNECTIONS]: { connectsPerRequest: 1 },
  [CHILDREN]: { childrenPerRequest: 1 },
  [STALLED]: { stalls: 4, stallShare: 0.3, longestStallMs: 350 },
  [STAMPEDE]: { loadStalls: 4, loadStallShare: 0.6, longestLoadStallMs: 1200 },
  [CONNECTIONS]: { connectionsPerRequest: 0.98 },
  [SYNC_IO]: { syncShare: 0.6, cpuPerRequestMs: 5 },
  [BLOCKED]: { blockedPerRequestMs: 6 },
  [COMPUTING]: { cpuPerRequestMs: 12, loopDelayMs: 300, poolDelayMs: 320, eluServing: 1 }
}

for (const [verdict, facts] of Object.entries(SICK)) {
  t.test(verdict, async (t) => {
    const { first, others, close, ruledOut } = diagnose({ ...HEALTHY, ...facts })
    t.strictSame([first.verdict, others, close], [verdict, [], []])
    t.ok(first.strength >= 1 && ruledOut.every(({ strength }) => strength < 1))
    t.notOk(namesOf(ruledOut).includes(verdict))
  })
}

t.test('the figures of a fault, as text', async (t) => {
  const figureOf = (verdict) => diagnose({ ...HEALTHY, ...SICK[verdict] }).first.figure
  t.equal(figureOf(GROWING), 'late, a request takes 6 × the CPU time of an early one')
  t.equal(figureOf(GARBAGE), '35 % of the time in garbage collections')
})

t.test('the cases are all the faults', async (t) => {
  t.strictSame(Object.keys(SICK), [...new Set(namesOf(FAULTS))])
})

const isTested = ({ needs }, facts) => needs.every((name) => facts[name] !== undefined)

t.test('without a fact that a rule needs, it is neither found nor ruled out', async (t) => {
  for (const [healthy, count] of [[HEALTHY, 21], [WATCHED, 17]]) {
    const rules = FAULTS.filter((rule) => isTested(rule, healthy))
    t.equal(rules.length, count)
    for (const { verdict, needs } of rules) {
      const sick = healthy === HEALTHY ? { ...healthy, ...SICK[verdict] } : healthy
      for (const name of needs) {
        const { first, others, ruledOut, notTested } = diagnose({ ...sick, [name]: undefined })
        t.notOk(namesOf([first, ...others, ...ruledOut]).includes(verdict), verdict)
        t.ok(notTested.includes(verdict), `${verdict} without ${name}`)
      }
    }
  }
})

// A rule may read these without needing them: it says what it does where they are absent.
const OPTIONAL = {
  [FAILING]: ['answered'],
  [LEAK]: [
    'isWatched', 'answered', 'keptPerRequestBytes', 'mostKeptPerRequestBytes', 'uncollectedBytes'
  ],
  [GARBAGE]: ['mostGcShare', 'cpuPerRequestMs'],
  [GROWING_TIME]: ['costGrowthInPause', 'backgroundCores'],
  [GROWING]: ['leastGrowth', 'mostGrowth', 'costGrowthInPause', 'backgroundCores'],
  [POOL]: ['generatorBound', 'backgroundCores'],
  [WAITING]: ['isWatched', 'outsideShare', 'sendingShare'],
  [QUEUE]: ['sendingShare'],
  [STALLED]: ['isWatched', 'timerShare', 'backgroundCores'],
  [COMPUTING]: ['isWatched']
}

t.test('each fact that a rule needs, or has a limit for, is read from some evidence', async (t) => {
  const known = { ...HEALTHY, ...WATCHED, ...readFacts(EVIDENCE['no HTTP'], []) }
  for (const { verdict, needs, limits } of FAULTS) {
    const named = [...needs, ...Object.keys(limits)]
    t.strictSame(named.filter((name) => known[name] === undefined), [], verdict)
  }
})

/** Notes the names that are read of an object without being there. */
function watchAbsent (object, absent) {
  return new Proxy(object, {
    get (object, name) {
      if (object[name] === undefined) absent.add(name)
      return object[name]
    }
  })
}

t.test('a rule needs each fact that it reads, but those that it can do without', async (t) => {
  for (const [what, evidence] of Object.entries(EVIDENCE)) {
    const facts = readFacts(evidence, [])
    for (const rule of FAULTS.filter((rule) => isTested(rule, facts))) {
      const absent = new Set()
      const limits = watchAbsent(rule.limits, absent)
      for (const made of [facts, { ...facts, elu: 0.95, cpuPerRequestMs: 5 }]) {
        const read = watchAbsent(made, absent)
        strengthOf({ ...rule, limits }, read)
        rule.excludes?.(read, limits)
        rule.figure(read, limits)
      }
      const unnamed = [...absent].filter((name) => !OPTIONAL[rule.verdict]?.includes(name))
      t.strictSame(unnamed, [], `${rule.verdict}: ${what}`)
    }
    t.notMatch(JSON.stringify(diagnose(facts)), /NaN|undefined/, what)
  }
})

t.test('a healthy server: either it is the limit, or the load generator is', async (t) => {
  t.equal(verdictOf({}), CPU_BOUND)
  t.equal(verdictOf({ generatorBound: true }), GENERATOR)
  t.equal(verdictOf({ gcShare: 0.3, cpuPerRequestMs: 0.05 }), CPU_BOUND, 'little but garbage')
  t.equal(verdictOf({ generatorBound: true, elu: 0.5 }), GENERATOR)
  const { ruledOut, notTested } = diagnose(HEALTHY)
  t.strictSame([namesOf(ruledOut), notTested], [Object.keys(SICK), []])
})

t.test('a cost in one function of the reader is explained, and not called healthy', async (t) => {
  t.equal(verdictOf({ ownShare: 0.39 }), CPU_BOUND)
  t.equal(verdictOf({ ownShare: 0.41 }), 'CPU-bound')
  const idle = { ownShare: 0.41, elu: 0.5, latencyMs: 20, timeInServerMs: 20 }
  t.match(verdictOf(idle), /^not enough evidence/)
})

const JOB = readFacts(EVIDENCE['no HTTP'], [])
const IDLE = { elu: 0.1, latencyMs: 20, timeInServerMs: 20 }
const WAITS = { eluServing: 0.3, serviceTimeMs: 60, serviceCpuMs: 1 }
const COSTLY = { elu: 0.95, cpuPerRequestMs: 5 }
const STEADY = { cpuPerRequestMs: 1, mostGrowth: 1.14 }
const WAITING_JOB = { elu: 0.1, outsideShare: 0.9, tripsPerSecond: 9 }
const STALLS = { stalls: 4, stallShare: 0.3, timerShare: 0.5 }
// Facts with a fault. Of each that is named here: a value without it, and one with it.
const EDGES = [
  [FAILING, HEALTHY, { errorShareAlone: 0.4 }, { errorShare: [0.049, 0.051] }],
  [TOGETHER, HEALTHY, SICK[TOGETHER], {
    errorShare: [0.049, 0.051],
    errorShareAlone: [0.051, 0.049],
    answeredAlone: [0, 1]
  }],
  [TOGETHER, HEALTHY, { ...IDLE, slowdown: 90 }, { slowdown: [19, 21], elu: [0.8, 0.79] }],
  [LEAK, HEALTHY, { ...SICK[LEAK], keptPerSecondBytes: 0 }, {
    keptBytes: [2.9e6, 3.1e6],
    keptPerRequestBytes: [49, 51]
  }],
  [LEAK, HEALTHY, { keptBytes: 80e6 }, { keptPerSecondBytes: [349e3, 351e3] }],
  [RESOURCES, HEALTHY, SICK[RESOURCES], {
    opened: [{ Timeout: 19, Pipe: 9 }, { Timeout: 20, Pipe: 9 }],
    openedPerRequest: [0.0049, 0.0051]
  }],
  [NO_FILES, HEALTHY, { files: 1020 }, { filesShare: [0.94, 0.96] }],
  [GARBAGE, HEALTHY, SICK[GARBAGE], { gcShare: [0.24, 0.26], cpuPerRequestMs: [0.1, 0.11] }],
  [POOL, HEALTHY, SICK[POOL], { poolDelayMs: [14, 16], loopDelayMs: [25, 24], elu: [0.91, 0.89] }],
  [GROWING, HEALTHY, {}, { costGrowth: [1.49, 1.51], costGrowthAlone: [1.59, 1.61] }],
  [GROWING, WATCHED, { ...COSTLY, leastGrowth: 1.2 }, {
    leastGrowth: [1.149, 1.151],
    cpuPerRequestMs: [0.5, 0.51],
    elu: [0.8, 0.81]
  }],
  [GROWING, WATCHED, COSTLY, { listenersPerRequest: [0.049, 0.051] }],
  [GROWING_TIME, HEALTHY, SICK[GROWING_TIME], {
    costGrowth: [1.49, 1.51],
    costGrowthInPause: [0.42, 0.43],
    backgroundCores: [0.51, 0.5]
  }],
  [LISTENERS, HEALTHY, {}, { listenersPerRequest: [0.049, 0.051] }],
  [WAITING, WATCHED, { ...WAITS, outsideShare: 0.9 }, {
    serviceTimeMs: [3.9, 4.1],
    serviceCpuMs: [20, 19],
    eluServing: [0.9, 0.89],
    outsideShare: [0.19, 0.2],
    sendingShare: [0.5, 0.49]
  }],
  [WAITING, JOB, WAITING_JOB, {
    outsideShare: [0.59, 0.61],
    tripsPerSecond: [1.9, 2],
    elu: [0.51, 0.5]
  }],
  [QUEUE, HEALTHY, SICK[QUEUE], {
    latencyMs: [39, 41],
    timeInServerMs: [39, 41],
    elu: [0.9, 0.89]
  }],
  [QUEUE, HEALTHY, { ...IDLE, serviceTimeMs: 1, timeInServerMs: 90 }, { latencyMs: [25, 26] }],
  [QUEUE, WATCHED, { ...WAITS, threadCores: 0.9 }, {
    serviceTimeMs: [3.9, 4.1],
    sendingShare: [0.5, 0.49],
    threadCores: [0.39, 0.4],
    tripsPerRequest: [0.5, 0.49]
  }],
  [CONCURRENCY, HEALTHY, {}, { tripsAtOnce: [19, 21] }],
  [CALL_CONNECTIONS, HEALTHY, {}, { connectsPerRequest: [0.19, 0.21] }],
  [CHILDREN, HEALTHY, {}, { childrenPerRequest: [0.09, 0.11] }],
  [STALLED, HEALTHY, SICK[STALLED], { stalls: [1, 2], stallShare: [0.09, 0.11] }],
  [STALLED, WATCHED, STALLS, { timerShare: [0.19, 0.2] }],
  [STALLED, HEALTHY, { ...STALLS, stallShare: 0.15 }, { backgroundCores: [0.51, 0.5] }],
  [STAMPEDE, HEALTHY, SICK[STAMPEDE], { loadStalls: [1, 2], loadStallShare: [0.14, 0.16] }],
  [CONNECTIONS, HEALTHY, {}, { connectionsPerRequest: [0.19, 0.21] }],
  [SYNC_IO, HEALTHY, { syncShare: 0.6 }, { syncShare: [0.24, 0.26], elu: [0.8, 0.81] }],
  [BLOCKED, HEALTHY, SICK[BLOCKED], {
    blockedPerRequestMs: [0.9, 1.1],
    serviceCpuMs: [3.1, 3],
    answered: [49, 50]
  }],
  [COMPUTING, JOB, {}, { jobStallShare: [0.14, 0.16] }],
  [COMPUTING, HEALTHY, SICK[COMPUTING], { cpuPerRequestMs: [1.9, 2.1], elu: [0.8, 0.81] }]
]

for (const [verdict, healthy, facts, edges] of EDGES) {
  t.test(`${verdict}: the edges`, async (t) => {
    for (const [fact, [without, having]] of Object.entries(edges)) {
      for (const value of [without, having]) {
        const { first, others } = diagnose({ ...healthy, ...facts, [fact]: value })
        const isFound = namesOf([first, ...others]).includes(verdict)
        t.equal(isFound, value === having, `${fact} ${JSON.stringify(value)}`)
      }
    }
  })
}

t.test('too few answers, or too many errors, are no evidence of anything else', async (t) => {
  const few = { ...HEALTHY, ...SICK[LEAK], ...SICK[FAILING], answered: 49, errorShare: 0.5 }
  const { first, ...rest } = diagnose(few)
  t.strictSame([first.verdict, first.figure, first.tool],
    ['not enough evidence: too few requests were answered', '49 requests answered, 50 % failed',
      'bench'])
  t.strictSame(rest, { ...WITHOUT, notTested: Object.keys(SICK) })
  const most = { ...SICK[FAILING], errorShare: 0.6 }
  const failing = diagnose({ ...HEALTHY, ...SICK[LEAK], keptBytes: 1e9, ...most })
  t.strictSame([failing.first.verdict, failing.first.tool], [FAILING, 'bench'])
  t.strictSame([failing.others, failing.ruledOut, failing.notTested],
    [[], [], Object.keys(SICK).slice(1)])
  t.equal(verdictOf({ ...SICK[LEAK], answered: 50 }), LEAK)
  // That an agent keeps.
  const sockets = { opened: { TCPSocketWrap: 600 }, openedPerRequest: 20 }
  const calling = diagnose({ ...HEALTHY, answered: 28, tripsAtOnce: 300, ...sockets })
  t.strictSame([calling.first.verdict, calling.others], [CONCURRENCY, []])
})

t.test('a server that is neither busy nor slow gets no verdict', async (t) => {
  t.equal(verdictOf({ elu: 0.5, latencyMs: 20, timeInServerMs: 20 }),
    'not enough evidence: the server was neither busy nor slow')
})

t.test('of two faults, the stronger one is the verdict, or the one that explains it', async (t) => {
  const verdictsOf = (facts) => {
    const { first, others, notTested } = diagnose({ ...HEALTHY, ...facts })
    t.strictSame(notTested, [], 'what is explained was tested')
    return namesOf([first, ...others])
  }
  const both = { ...SICK[LEAK], ...SICK[SYNC_IO] }
  t.strictSame(verdictsOf(both), [LEAK, SYNC_IO])
  t.strictSame(verdictsOf({ ...both, keptPerRequestBytes: 60 }), [SYNC_IO, LEAK])
  const failing = { ...SICK[FAILING], errorShare: 0.5 }
  t.strictSame(verdictsOf({ ...SICK[LEAK], ...failing }), [LEAK, FAILING])
  t.strictSame(verdictsOf({ ...SICK[QUEUE], serviceCpuMs: 0.5 }), [QUEUE, WAITING])
  const calls = { serviceTimeMs: 44, serviceCpuMs: 4, cpuPerRequestMs: 3, eluServing: 0.1 }
  t.strictSame(verdictsOf(calls), [WAITING, COMPUTING], 'calls in a row, under many connections')
  t.strictSame(verdictsOf({ ...SICK[LEAK], tripsAtOnce: 400 }), [CONCURRENCY])
  t.strictSame(verdictsOf({ ...SICK[COMPUTING], tripsAtOnce: 100 }), [CONCURRENCY])
  const growing = { costGrowth: 6, stalls: 4, stallShare: 0.6, loadStalls: 9, loadStallShare: 0.9 }
  t.strictSame(verdictsOf({ ...growing, listenersPerRequest: 1 }), [GROWING])
  t.strictSame(verdictsOf({ ...SICK[CHILDREN], ...SICK[COMPUTING], ...SICK[BLOCKED] }), [CHILDREN])
  t.strictSame(verdictsOf({ ...SICK[QUEUE], connectionsPerRequest: 1 }), [CONNECTIONS])
})

t.test('what looks like a fault and is none', async (t) => {
  const cases = {
    'a busy loop delays file calls as well': { poolDelayMs: 40, loopDelayMs: 35 },
    'a busy loop delays file calls even more': { poolDelayMs: 110, loopDelayMs: 10 },
    'a loop with a little time left, too': { elu: 0.85, poolDelayMs: 40, loopDelayMs: 35 },
    'a busy machine after the load': { costGrowth: 1.3, costGrowthAlone: 1.3 },
    'a thread that waits for a core':
      { poolDelayMs: 10, loopDelayMs: 1, elu: 0.96, threadCores: 0.6, backgroundCores: 0.6 },
    'a thread beside the load generator':
      { poolDelayMs: 10, loopDelayMs: 1, elu: 0.96, threadCores: 0.6, generatorBound: true },
    'collections of a large heap': { loadStalls: 9, loadStallShare: 0.3, gcShare: 0.22 },
    'fifty connections to a server that the load generator cannot follow':
      { latencyMs: 80, timeInServerMs: 1, serviceTimeMs: 0.8, elu: 0.4, generatorBound: true }
  }
  for (const [name, facts] of Object.entries(cases)) {
    const { first, notTested } = diagnose({ ...HEALTHY, ...facts })
    t.equal(first.verdict, facts.generatorBound ? GENERATOR : CPU_BOUND, name)
    t.strictSame(notTested, [], name)
  }
  t.equal(verdictOf({ ...SICK[POOL], elu: 0.87, cpuPerRequestMs: 4 }), POOL,
    'the CPU time is that of the threads')
  const blocks = { elu: 0.87, poolDelayMs: 41, loopDelayMs: 1, cpuPerRequestMs: 20 }
  t.equal(verdictOf(blocks), COMPUTING, 'a file call waits for the event loop')
  const pieces = { elu: 0.2, poolDelayMs: 13, loopDelayMs: 0, latencyMs: 470, timeInServerMs: 490 }
  t.equal(verdictOf({ ...pieces, threadCores: 1.2 }), POOL, 'in small pieces')
  t.equal(verdictOf(pieces), QUEUE, 'its threads compute nothing')
  const waiting = { ...pieces, elu: 0.95, latencyMs: 25 } // the loop, for a core
  t.equal(verdictOf({ ...waiting, threadCores: 0.8 }), POOL)
  t.equal(verdictOf(waiting), CPU_BOUND)
  t.equal(verdictOf({ costGrowth: 1.2, costGrowthAlone: 2.2 }), GROWING)
  for (const facts of [{ backgroundCores: 0.6 }, { listenersPerRequest: 1 }]) {
    t.equal(verdictOf({ costGrowth: 6, costGrowthInPause: 5, ...facts }), GROWING)
  }
  const close = `no fault found; close to ${GROWING}`
  t.equal(verdictOf({ costGrowth: 1.8, backgroundCores: 0.6 }), close)
})

t.test('a running server is judged by what it shows, and each lack of it has a name', async (t) => {
  const watched = { ...WATCHED, elu: 0.3, answered: 5_000, collections: 0 }
  const diagnoseIt = (facts) => diagnose({ ...watched, ...facts })
  const lack = (text) => `not enough evidence: ${text}`
  const BURSTS =
    { eluServing: 0.99, serviceTimeMs: 60, latencyMs: 60, serviceCpuMs: 4, cpuPerRequestMs: 4 }
  const cases = [
    [{}, UNDER_LOAD],
    [{ elu: 0.95 }, CPU_BOUND],
    [{ cpuPerRequestMs: 5, leastGrowth: 1.2, syncShare: 0.6 }, UNDER_LOAD],
    [{ elu: 0.01, listenersPerRequest: 1 }, LISTENERS],
    [{ ...WAITS, threadCores: 0.5 }, QUEUE],
    [{ ...WAITS, threadCores: 0.39 }, WAITING],
    [{ ...FEW, elu: 0.95, cpuPerRequestMs: 600, answered: 16 }, COMPUTING],
    [BURSTS, COMPUTING],
    [{ ...BURSTS, ...FEW }, COMPUTING],
    [{ ...BURSTS, serviceTimeMs: 11, latencyMs: 11 }, UNDER_LOAD],
    [{ ...BURSTS, eluServing: 0.85 }, WAITING],
    [{ ...BURSTS, eluServing: 0.85, threadCores: 0.5 }, QUEUE],
    [{ ...BURSTS, threadCores: 0.5 }, COMPUTING],
    [WAITS, WAITING],
    [{ ...WAITS, ...SICK[POOL], elu: 0.3, threadCores: 0.5 }, POOL],
    [{ ...WAITS, poolDelayMs: 200, loopDelayMs: 1 }, POOL],
    [{ ...WAITS, outsideShare: 0.1 }, INSIDE],
    [{ ...WAITS, outsideShare: 0.1, unseen: ['HTTP/2'] }, WAITING],
    [{ errorShare: 0.6 }, FAILING],
    [{ uncollectedBytes: 60e6 }, lack('the heap grew, and was not collected')],
    [{ uncollectedBytes: 23e6, collections: 4 }, lack('each garbage collection left more memory')],
    [{ ...FEW, answered: 0, inProgress: 0 }, lack('no requests arrived')],
    [{ ...FEW, answered: 0, inProgress: 0, uncollectedBytes: 60e6 },
      lack('the heap grew, and was not collected')],
    [{ ...FEW, answered: 9, uncollectedBytes: 60e6, collections: 5 },
      lack('each garbage collection left more memory')],
    [{ ...FEW, answered: 0, inProgress: 9 },
      lack('the requests take longer than the watched time')],
    [{ ...FEW, threadCores: 0.5 }, lack('too few requests were answered')]
  ]
  for (const [facts, expected] of cases) {
    t.equal(diagnoseIt(facts).first.verdict, expected, JSON.stringify(facts))
  }
  const figureOf = (facts) => diagnoseIt(facts).first.figure
  t.equal(figureOf({ ...BURSTS, elu: 0.5 }), '4 ms of CPU time per request, with the event loop ' +
    'busy for 50 % of the time (99 % while requests were in progress)')
  t.match(figureOf({ ...BURSTS, elu: 0.95 }), /busy for 95 % of the time$/)
  t.equal(figureOf(FEW), '49 requests answered')
  t.strictSame(diagnoseIt({ ...BURSTS, eluServing: 0.85 }).others, [],
    'what waits does not compute')
  t.not(verdictOf({ ...BURSTS, elu: 0.3 }), COMPUTING, 'a load of our own has no bursts')
})

t.test('of a running server, only what was tested is ruled out', async (t) => {
  const LOADED = [TOGETHER, RESOURCES, GROWING_TIME, CONCURRENCY]
  const untested = (facts) => {
    const findings = diagnose({ ...WATCHED, ...STEADY, ...facts })
    const { first, others, close, ruledOut, notTested } = findings
    const known = namesOf([first, ...others, ...close, ...ruledOut])
    t.notOk(notTested.some((verdict) => known.includes(verdict)))
    return notTested.filter((verdict) => !LOADED.includes(verdict))
  }
  for (const [verdicts, facts] of [
    [[], {}],
    [[FAILING, LEAK, WAITING, QUEUE, CONNECTIONS], FEW],
    [[LEAK], { mostKeptPerRequestBytes: undefined }],
    [[LEAK], { mostKeptPerRequestBytes: 50 }],
    [[LEAK], { uncollectedBytes: 20e6 }],
    [[], { ...SICK[LEAK], mostKeptPerRequestBytes: 5000 }],
    [[POOL], { loopDelayMs: undefined }],
    [[GARBAGE], { mostGcShare: 0.3 }],
    [[GROWING], { mostGcShare: 0.3, cpuPerRequestMs: 0.1, elu: 0.9, listenersPerRequest: 1 }],
    // It explains the wait.
    [[], { ...SICK[POOL], cpuPerRequestMs: 1, elu: 0.85, serviceCpuMs: 0.1 }],
    [[GROWING], { leastGrowth: undefined, mostGrowth: undefined }],
    [[GROWING], { mostGrowth: 1.15 }],
    [[GROWING], { elu: 0.3 }],
    [[GROWING], { cpuPerRequestMs: 0.5 }],
    [[], { leastGrowth: undefined, listenersPerRequest: 1 }],
    [[STALLED], { stalls: 2, stallShare: 0.1, timerShare: 0.1 }],
    [[], { stalls: 1, stallShare: 0.1 }],
    [[], { stalls: 9, stallShare: 0.05 }]
  ]) t.strictSame(untested(facts), verdicts, JSON.stringify(facts))
  t.strictSame(diagnose({ ...WATCHED, ...STEADY }).notTested, LOADED)
  t.equal(untested({ errorShare: 0.6 }).length, Object.keys(SICK).length - LOADED.length - 1)
})
