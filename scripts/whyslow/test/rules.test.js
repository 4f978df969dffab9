'use strict'

// The rules of the diagnosis, on made-up facts.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { CONCLUSIONS } = require('../judge/conclusions')
const { readFacts } = require('../judge/facts')
const { canTest, diagnose, findingOf, idOf } = require('../judge/diagnose')
const { FAULTS } = require('../judge/rules')
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
const JOB = readFacts(EVIDENCE['no HTTP'], [])
// Too few requests were answered for these.
const FEW = {
  answered: 49,
  errorShare: undefined,
  connectionsPerRequest: undefined,
  serviceTimeMs: undefined,
  keptBytes: undefined,
  keptPerSecondBytes: undefined,
  keptPerRequestBytes: undefined,
  mostKeptPerRequestBytes: undefined,
  mostKeptPerSecondBytes: undefined
}

const CPU_BOUND = 'healthy, CPU-bound: one core is the limit'
const LACK = 'not enough evidence: '
const GENERATOR = 'healthy, limited by the load generator'
const UNDER_LOAD = 'healthy under this load'
const INSIDE = 'requests wait inside the process'

const IDLE = { elu: 0.1, latencyMs: 20, timeInServerMs: 20 }
const WAITS = { eluServing: 0.3, serviceTimeMs: 60, serviceCpuMs: 1 }
const COSTLY = { elu: 0.95, cpuPerRequestMs: 5 }
const STALLS = { stalls: 4, stallShare: 0.3, longestStallMs: 350 }

// What each fault looks like: first alone, then in other ways. Of each fact in the last column: a
// value without the fault, and one with it.
const FAULT = {
  'requests fail': [[HEALTHY, { errorShare: 0.4, errorShareAlone: 0.4 }, {
    errorShare: [0.049, 0.051]
  }]],
  'requests fail under load': [[HEALTHY, { errorShare: 0.4, failures: '503 × 40' }, {
    errorShare: [0.049, 0.051],
    errorShareAlone: [0.051, 0.049],
    answeredAlone: [0, 1]
  }], [HEALTHY, { ...IDLE, slowdown: 90 }, { slowdown: [19, 21], elu: [0.8, 0.79] }]],
  'memory leak': [[HEALTHY, { keptBytes: 80e6, keptPerRequestBytes: 4_000, gcShare: 0.1 }, {
    keptBytes: [2.9e6, 3.1e6],
    keptPerRequestBytes: [49, 51]
  }], [HEALTHY, { keptBytes: 80e6 }, { keptPerSecondBytes: [349e3, 351e3] }], [WATCHED, {}, {
    unsentBytes: [0.9e6, 1.1e6]
  }]],
  'resources that are never released': [[HEALTHY, {}, {
    opened: [{ Timeout: 59, Pipe: 9 }, { Timeout: 60, Pipe: 9 }], // 50 connections
    openedPerRequest: [0.0049, 0.0051]
  }]],
  'no free file descriptors': [[HEALTHY, { files: 1020 }, { filesShare: [0.94, 0.96] }]],
  'garbage collection pressure': [[HEALTHY, { gcShare: 0.35, cpuPerRequestMs: 5 }, {
    gcShare: [0.24, 0.26],
    cpuPerRequestMs: [0.1, 0.11]
  }]],
  'thread pool saturated': [[HEALTHY, {
    poolDelayMs: 200,
    loopDelayMs: 0.2,
    elu: 0.5,
    serviceTimeMs: 20,
    serviceCpuMs: 20,
    latencyMs: 300
  }, { poolDelayMs: [14, 16], loopDelayMs: [25, 24], elu: [0.91, 0.89] }], [WATCHED, {
    poolDelayMs: 100,
    loopDelayMs: 0.2,
    elu: 0.5
  }, { coreWaitShare: [0.51, 0.49] }]],
  'cost grows with every request': [[HEALTHY, { costGrowthInPause: 0.1, cpuPerRequestMs: 30 }, {
    costGrowth: [1.49, 1.51]
  }], [HEALTHY, {}, { costGrowthAlone: [1.59, 1.61] }], [WATCHED, COSTLY, {
    leastGrowth: [1.149, 1.151],
    cpuPerRequestMs: [0.5, 0.51],
    elu: [0.8, 0.81]
  }], [WATCHED, COSTLY, { listenersPerRequest: [0.049, 0.051] }]],
  'cost grows with time': [[HEALTHY, { costGrowth: 1.85, costGrowthInPause: 0.8 }, {
    costGrowth: [1.49, 1.51],
    costGrowthInPause: [0.42, 0.43],
    backgroundCores: [0.51, 0.5]
  }]],
  'listeners that are never removed': [[HEALTHY, {}, { listenersPerRequest: [0.049, 0.051] }]],
  'waiting for dependencies': [[HEALTHY, { ...WAITS, elu: 0.1 }, {
    serviceTimeMs: [3.9, 4.1]
  }], [WATCHED, { ...WAITS, outsideShare: 0.9 }, {
    serviceTimeMs: [3.9, 4.1],
    serviceCpuMs: [20, 19],
    eluServing: [0.9, 0.89],
    outsideShare: [0.19, 0.2],
    sendingShare: [0.5, 0.49]
  }], [JOB, { elu: 0.1, outsideShare: 0.9, tripsPerSecond: 9 }, {
    outsideShare: [0.59, 0.61],
    tripsPerSecond: [1.9, 2],
    elu: [0.51, 0.5]
  }]],
  'requests queue for something that serves a few at a time': [[HEALTHY, {
    elu: 0.05,
    serviceTimeMs: 8,
    serviceCpuMs: 4,
    latencyMs: 382,
    timeInServerMs: 370
  }, {
    latencyMs: [39, 41],
    timeInServerMs: [39, 41],
    elu: [0.9, 0.89]
  }], [HEALTHY, { ...IDLE, serviceTimeMs: 1, timeInServerMs: 90 }, {
    latencyMs: [25, 26]
  }], [WATCHED, { ...WAITS, threadCores: 0.9 }, {
    serviceTimeMs: [3.9, 4.1],
    sendingShare: [0.5, 0.49],
    threadCores: [0.39, 0.4],
    tripsPerRequest: [0.5, 0.49]
  }]],
  'requests wait for a free socket of an agent': [[HEALTHY, { inProgress: 0, latencyMs: 3 }, {
    agentWaiting: [9, 11],
    agentUnread: [0, 1]
  }], [WATCHED, { agentWaiting: 40, inProgress: 0 }, { latencyMs: [4, 5] }]],
  'concurrency without a limit': [[HEALTHY, {}, { tripsAtOnce: [19, 21] }]],
  'a new connection for each call': [[HEALTHY, {}, { connectsPerRequest: [0.19, 0.21] }]],
  'a child process for each request': [[HEALTHY, {}, { childrenPerRequest: [0.09, 0.11] }]],
  'event loop stalled by a job beside the requests': [[HEALTHY, STALLS, {
    stalls: [1, 2],
    stallShare: [0.09, 0.11]
  }], [HEALTHY, { ...STALLS, stallShare: 0.15 }, {
    backgroundCores: [0.51, 0.5]
  }], [WATCHED, STALLS, { timerShare: [0.19, 0.2] }], [WATCHED, STALLS, {
    stallRoute: [undefined, 'GET /metrics']
  }]],
  'event loop stalled under many connections': [[HEALTHY, {
    loadStalls: 4,
    loadStallShare: 0.6,
    longestLoadStallMs: 1200
  }, { loadStalls: [1, 2], loadStallShare: [0.14, 0.16] }]],
  'connections are not kept alive': [[HEALTHY, {}, { connectionsPerRequest: [0.19, 0.21] }]],
  'event loop blocked by synchronous I/O': [[HEALTHY, { syncShare: 0.6, cpuPerRequestMs: 5 }, {
    syncShare: [0.24, 0.26],
    elu: [0.8, 0.81]
  }]],
  'event loop blocked by waiting synchronously': [[HEALTHY, {
    blockedPerRequestMs: 6,
    serviceCpuMs: 0.2
  }, {
    serviceCpuMs: [3.1, 3],
    answered: [49, 50]
  }], [HEALTHY, {}, { blockedPerRequestMs: [0.9, 1.1] }]],
  'event loop blocked by computation': [[HEALTHY, {
    cpuPerRequestMs: 12,
    loopDelayMs: 300,
    poolDelayMs: 320,
    eluServing: 1
  }, { cpuPerRequestMs: [1.9, 2.1], elu: [0.8, 0.81] }], [JOB, {}, { jobStallShare: [0.14, 0.16] }]]
}
const [
  FAILING, TOGETHER, LEAK, RESOURCES, , GARBAGE, POOL, GROWING, GROWING_TIME, LISTENERS, WAITING,
  QUEUE, AGENT, CONCURRENCY, , CHILDREN, STALLED, , CONNECTIONS, SYNC_IO, BLOCKED, COMPUTING
] = Object.keys(FAULT)
function sickOf ([, facts, edges]) {
  const atEdge = Object.entries(edges).map(([fact, [, having]]) => [fact, having])
  return { ...Object.fromEntries(atEdge), ...facts }
}

const SICK = {}
for (const [verdict, [alone]] of Object.entries(FAULT)) SICK[verdict] = sickOf(alone)

const namesOf = (findings) => findings.map(({ verdict }) => verdict)
const verdictOf = (facts) => diagnose({ ...HEALTHY, ...facts }).first.verdict

t.strictSame(Object.keys(FAULT), [...new Set(namesOf(FAULTS))], 'the cases are all the faults')

for (const [verdict, cases] of Object.entries(FAULT)) {
  t.test(verdict, async (t) => {
    const { first, others, close, ruledOut } = diagnose({ ...HEALTHY, ...SICK[verdict] })
    t.strictSame([first.verdict, others, close], [verdict, [], []])
    t.ok(first.strength >= 1 && ruledOut.every(({ strength }) => strength < 1))
    t.notOk(namesOf(ruledOut).includes(verdict))
    for (const sick of cases) {
      const [healthy, , edges] = sick
      for (const [fact, values] of Object.entries(edges)) {
        const isFound = values.map((value) => {
          const { first, others } = diagnose({ ...healthy, ...sickOf(sick), [fact]: value })
          return namesOf([first, ...others]).includes(verdict)
        })
        t.strictSame(isFound, [false, true], `${fact} ${JSON.stringify(values)}`)
      }
    }
  })
}

t.test('without a fact that a rule needs, it is neither found nor ruled out', async (t) => {
  for (const [healthy, count] of [[HEALTHY, 22], [WATCHED, 19]]) {
    const rules = FAULTS.filter((rule) => canTest(rule, healthy))
    t.equal(rules.length, count)
    for (const { verdict, main, needs = [] } of rules) {
      const sick = healthy === HEALTHY ? { ...healthy, ...SICK[verdict] } : healthy
      if (main === 'unsentBytes') continue // it finds leaks, and rules none out
      for (const name of [main, ...needs]) {
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
    'isWatched', 'answered', 'unsentBytes', 'keptPerRequestBytes', 'mostKeptBytes',
    'mostKeptPerRequestBytes', 'mostKeptPerSecondBytes'
  ],
  [AGENT]: ['agentUnreadRoute'],
  [GARBAGE]: ['cpuPerRequestMs'],
  [GROWING_TIME]: ['costGrowthInPause', 'backgroundCores'],
  [GROWING]: ['leastGrowth', 'mostGrowth', 'costGrowthInPause', 'backgroundCores'],
  [POOL]: ['isWatched', 'generatorBound', 'backgroundCores'],
  [WAITING]: ['isWatched', 'outsideShare', 'sendingShare'],
  [QUEUE]: ['sendingShare'],
  [STALLED]: ['isWatched', 'stallRoute', 'timerShare', 'backgroundCores'],
  [COMPUTING]: ['isWatched']
}

t.test('a rule needs each fact that it reads, but those that it can do without', async (t) => {
  for (const [what, evidence] of Object.entries(EVIDENCE)) {
    const facts = readFacts(evidence, [])
    for (const rule of FAULTS.filter((rule) => canTest(rule, facts))) {
      const absent = new Set()
      const watchAbsent = (object) => new Proxy(object, {
        get (object, name) {
          if (object[name] === undefined) absent.add(name)
          return object[name]
        }
      })
      const limits = watchAbsent(rule.limits)
      for (const made of [facts, { ...facts, ...COSTLY }]) {
        const read = watchAbsent(made)
        findingOf({ ...rule, limits }, read)
        rule.excludes?.(read, limits)
      }
      const unnamed = [...absent].filter((name) => !OPTIONAL[rule.verdict]?.includes(name))
      t.strictSame(unnamed, [], `${rule.verdict}: ${what}`)
    }
    t.notMatch(JSON.stringify(diagnose(facts)), /NaN|undefined/, what)
  }
})

t.test('a healthy server: either it is the limit, or the load generator is', async (t) => {
  for (const [facts, expected] of [
    [{}, CPU_BOUND],
    [{ gcShare: 0.3, cpuPerRequestMs: 0.05 }, CPU_BOUND], // little but garbage
    [{ generatorBound: true }, GENERATOR],
    [{ generatorBound: true, elu: 0.5 }, GENERATOR],
    [{ ownShare: 0.39 }, CPU_BOUND],
    [{ ownShare: 0.41 }, 'CPU-bound'], // the reader's code explains it
    [{ ...IDLE, ownShare: 0.41 }, `${LACK}the server was neither busy nor slow`]
  ]) t.equal(verdictOf(facts), expected, JSON.stringify(facts))
  const kept = diagnose({ ...HEALTHY, mostKeptBytes: 3.1e6 })
  t.strictSame([kept.outcome, kept.first.verdict, kept.first.options], [
    'unknown',
    'no fault found; not judged: memory (up to 3.1 MB are kept)',
    [{ option: 'duration', value: 30 }]
  ])
  const { ruledOut, notTested } = diagnose({ ...HEALTHY, mostKeptBytes: 2.9e6 })
  t.strictSame([namesOf(ruledOut), notTested], [Object.keys(FAULT), []])
})

t.test('too few answers, or too many errors, are no evidence of anything else', async (t) => {
  const few = { ...HEALTHY, ...SICK[LEAK], ...SICK[FAILING], answered: 49, errorShare: 0.5 }
  const { first, ...rest } = diagnose(few)
  t.strictSame([first.verdict, first.figure, first.tool],
    [`${LACK}too few requests were answered`, '49 requests answered, 50 % failed', 'bench'])
  const none = { others: [], close: [], ruledOut: [], notTested: Object.keys(FAULT) }
  t.strictSame(rest, { outcome: 'unknown', ...none })
  const failing = diagnose({ ...HEALTHY, ...SICK[LEAK], ...SICK[FAILING], errorShare: 0.6 })
  t.strictSame([failing.first.verdict, failing.others, failing.ruledOut, failing.notTested],
    [FAILING, [], [], Object.keys(FAULT).slice(1)])
  t.equal(verdictOf({ ...SICK[LEAK], answered: 50 }), LEAK)
  // That an agent keeps.
  const sockets = { opened: { TCPSocketWrap: 600 }, openedPerRequest: 20 }
  const calling = diagnose({ ...HEALTHY, answered: 28, tripsAtOnce: 300, ...sockets })
  t.strictSame([calling.first.verdict, calling.others], [CONCURRENCY, []])
})

t.test('of two faults, the stronger one is the verdict, or the one that explains it', async (t) => {
  const leak = SICK[LEAK]
  const calls = { serviceTimeMs: 44, serviceCpuMs: 4, cpuPerRequestMs: 3, eluServing: 0.1 }
  const growing = { costGrowth: 6, stalls: 4, stallShare: 0.6, loadStalls: 9, loadStallShare: 0.9 }
  for (const [verdicts, facts] of [
    [[LEAK, SYNC_IO], { ...leak, ...SICK[SYNC_IO] }],
    [[SYNC_IO, LEAK], { ...leak, ...SICK[SYNC_IO], keptPerRequestBytes: 60 }],
    [[LEAK, FAILING], { ...leak, ...SICK[FAILING], errorShare: 0.5 }],
    [[QUEUE, WAITING], { ...SICK[QUEUE], serviceCpuMs: 0.5 }],
    [[WAITING, COMPUTING], calls], // in a row, under many connections
    [[CONCURRENCY], { ...leak, tripsAtOnce: 400 }],
    [[CONCURRENCY], { ...SICK[COMPUTING], tripsAtOnce: 100 }],
    [[GROWING], { ...growing, listenersPerRequest: 1 }],
    [[CHILDREN], { ...SICK[CHILDREN], ...SICK[COMPUTING], ...SICK[BLOCKED] }],
    [[CONNECTIONS], { ...SICK[QUEUE], connectionsPerRequest: 1 }]
  ]) {
    const { first, others, notTested } = diagnose({ ...HEALTHY, ...facts })
    t.strictSame(namesOf([first, ...others]), verdicts)
    t.strictSame(notTested, [], 'what is explained was tested')
  }
})

t.test('what looks like a fault and is none, or is another one', async (t) => {
  const THREAD = { poolDelayMs: 10, loopDelayMs: 1, elu: 0.96, threadCores: 0.6 }
  const PIECES = { elu: 0.2, poolDelayMs: 13, loopDelayMs: 0, latencyMs: 470, timeInServerMs: 490 }
  const WAITING_LOOP = { ...PIECES, elu: 0.95, latencyMs: 25 } // for a core
  const BLOCKS = { elu: 0.87, poolDelayMs: 41, loopDelayMs: 1, cpuPerRequestMs: 20 }
  const GROWS = { costGrowth: 6, costGrowthInPause: 5 }
  for (const [facts, expected, name] of [
    [{ poolDelayMs: 40, loopDelayMs: 35 }, CPU_BOUND, 'a busy loop delays file calls as well'],
    [{ poolDelayMs: 110, loopDelayMs: 10 }, CPU_BOUND, 'even more'],
    [{ elu: 0.85, poolDelayMs: 40, loopDelayMs: 35 }, CPU_BOUND, 'a little time is left'],
    [{ costGrowth: 1.3, costGrowthAlone: 1.3 }, CPU_BOUND, 'a busy machine after the load'],
    [{ ...THREAD, backgroundCores: 0.6 }, CPU_BOUND, 'a thread that waits for a core'],
    [{ ...THREAD, generatorBound: true }, GENERATOR, 'a thread beside the load generator'],
    [{ loadStalls: 9, loadStallShare: 0.3, gcShare: 0.22 }, CPU_BOUND, 'a large heap'],
    [{ latencyMs: 80, timeInServerMs: 1, serviceTimeMs: 0.8, elu: 0.4, generatorBound: true },
      GENERATOR, 'fifty connections that the load generator cannot follow'],
    [{ ...SICK[POOL], elu: 0.87, cpuPerRequestMs: 4 }, POOL, 'the CPU time of the threads'],
    [BLOCKS, COMPUTING, 'a file call waits for the event loop'],
    [{ ...PIECES, threadCores: 1.2 }, POOL, 'in small pieces'],
    [PIECES, QUEUE, 'its threads compute nothing'],
    [{ ...WAITING_LOOP, threadCores: 0.8 }, POOL],
    [WAITING_LOOP, CPU_BOUND],
    [{ costGrowth: 1.2, costGrowthAlone: 2.2 }, GROWING],
    [{ ...GROWS, backgroundCores: 0.6 }, GROWING],
    [{ ...GROWS, listenersPerRequest: 1 }, GROWING],
    [{ costGrowth: 1.8, backgroundCores: 0.6 }, `no fault found; close to ${GROWING}`],
    [{ ...IDLE, costGrowth: 1.4 }, `${LACK}the server was neither busy nor slow`]
  ]) {
    const { first, notTested } = diagnose({ ...HEALTHY, ...facts })
    t.strictSame([first.verdict, notTested], [expected, []], name)
  }
  const disturbed = { ...HEALTHY, ...SICK[POOL], backgroundCores: 0.6, coreWaitShare: 1 }
  t.strictSame(diagnose(disturbed).notTested, [POOL], 'threads without a core')
})

t.test('a running server is judged by what it shows, and each lack of it has a name', async (t) => {
  const BURSTS =
    { eluServing: 0.99, serviceTimeMs: 60, latencyMs: 60, serviceCpuMs: 4, cpuPerRequestMs: 4 }
  const NONE = { ...FEW, answered: 0, inProgress: 0 }
  const diagnoseIt = (facts) =>
    diagnose({ ...WATCHED, elu: 0.3, answered: 5_000, collections: 0, ...facts })
  for (const [facts, expected] of [
    [{}, UNDER_LOAD],
    [{ cpuPerRequestMs: 5, leastGrowth: 1.2, syncShare: 0.6 }, UNDER_LOAD],
    [{ elu: 0.01, listenersPerRequest: 1 }, LISTENERS],
    [{ ...FEW, elu: 0.95, cpuPerRequestMs: 600, answered: 16 }, COMPUTING],
    [BURSTS, COMPUTING],
    [{ ...BURSTS, ...FEW }, COMPUTING],
    [{ ...BURSTS, serviceTimeMs: 11, latencyMs: 11 }, UNDER_LOAD],
    [{ ...BURSTS, eluServing: 0.85 }, WAITING],
    [{ ...BURSTS, eluServing: 0.85, threadCores: 0.5 }, QUEUE],
    [{ ...BURSTS, threadCores: 0.5 }, COMPUTING],
    [{ ...WAITS, ...SICK[POOL], elu: 0.3, threadCores: 0.5 }, POOL],
    [{ ...WAITS, poolDelayMs: 200, loopDelayMs: 1 }, POOL],
    [{ ...WAITS, outsideShare: 0.1 }, INSIDE],
    [{ ...WAITS, outsideShare: 0.1, unseen: ['HTTP/2'] }, WAITING],
    [NONE, `${LACK}no requests arrived`],
    [{ ...NONE, inProgress: 9 }, `${LACK}the requests take longer than the watched time`],
    [{ ...FEW, threadCores: 0.5 }, `${LACK}too few requests were answered`]
  ]) t.equal(diagnoseIt(facts).first.verdict, expected, JSON.stringify(facts))
  const figureOf = (facts) => diagnoseIt(facts).first.figure
  t.equal(figureOf({ ...BURSTS, elu: 0.5 }), '4 ms of CPU time per request, with the event loop ' +
    'busy for 50 % of the time (99 % while requests were in progress)')
  t.match(figureOf({ ...BURSTS, elu: 0.95 }), /busy for 95 % of the time$/)
  t.equal(figureOf(FEW), '49 requests answered')
  t.strictSame(diagnoseIt({ ...BURSTS, eluServing: 0.85 }).others, [],
    'what waits does not compute')
  t.not(verdictOf({ ...BURSTS, elu: 0.3 }), COMPUTING, 'a load of our own has no bursts')
})

t.test('a running process is healthy only if the main faults were judged', async (t) => {
  const NONE = 'no fault found; not judged: '
  for (const [expected, facts, made = WATCHED] of [
    ['healthy', {}],
    ['healthy', { elu: 0.95 }],
    ['healthy', { elu: 0.95, ownShare: 0.9 }], // the place explains the cost
    ['memory (2 collections, up to 1.2 kB per request)', {
      mostKeptPerRequestBytes: 1234,
      collections: 2
    }],
    ['memory (1 collection)', { mostKeptPerRequestBytes: Infinity, collections: 1 }],
    ['memory (0 collections, up to 50 B per request)', {
      elu: 0.95,
      ownShare: 0.9,
      mostKeptPerRequestBytes: 50
    }],
    ['a growing cost', { mostGrowth: 1.15 }],
    ['a growing cost', { mostGrowth: Infinity }],
    ['pauses of up to 200 ms', { stalls: 1, stallShare: 0.02, longestStallMs: 200 }],
    ['pauses', { stalls: undefined, longestStallMs: undefined }],
    ['other threads (0.4 cores)', { threadCores: 0.4 }],
    ['the other workers of the cluster', { isWorker: true }],
    ['a growing cost, the other workers of the cluster', { isWorker: true, mostGrowth: 2 }],
    ['healthy', { threadCores: 0.1, mostGrowth: 1.12 }, JOB], // 0.048 cores
    ['memory (0 collections)', { mostKeptPerSecondBytes: 350e3 }, JOB],
    ['a growing cost', { threadCores: 0.1, mostGrowth: 1.13 }, JOB],
    ['a growing cost', { mostGrowth: Infinity }, JOB],
    ['a growing cost', { elu: 0.81 }, JOB]
  ]) {
    const calm = { elu: 0.3, collections: 0, jobStallShare: 0, outsideShare: 0, ...facts }
    const { outcome, first } = diagnose({ ...made, ...calm })
    const name = JSON.stringify(facts)
    if (expected === 'healthy') {
      t.equal(outcome, 'healthy', name)
      continue
    }
    t.strictSame([outcome, first.id, first.verdict], ['unknown', 'no-fault-found', NONE + expected])
    t.equal(first.tool, undefined, 'what to do is no profile')
  }
  t.equal(diagnose({ ...WATCHED, ...SICK[LEAK] }).outcome, 'fault')
})

t.test('each verdict has an id of its own, which the types list', async (t) => {
  const types = fs.readFileSync(path.join(__dirname, '../index.d.ts'), 'utf8')
  const [, list] = types.match(/type VerdictId =([^]*?)\n\n/)
  const listed = Array.from(list.matchAll(/'(.+)'/g), ([, id]) => id)
  const ids = new Set([...FAULTS, ...CONCLUSIONS].map(idOf))
  t.strictSame(listed.sort(), [...ids, 'no-fault-found'].sort())
})

t.test('of a running server, only what was tested is ruled out', async (t) => {
  const LOADED = [TOGETHER, RESOURCES, GROWING_TIME, CONCURRENCY]
  const STEADY = { cpuPerRequestMs: 1, mostGrowth: 1.14 }
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
    [[LEAK], { mostKeptPerRequestBytes: 50 }],
    [[], { mostKeptPerRequestBytes: 49 }],
    [[LEAK], { mostKeptPerSecondBytes: 350e3 }],
    [[], { ...SICK[LEAK], mostKeptPerRequestBytes: 5000 }],
    [[POOL], { loopDelayMs: undefined }],
    [[], { cpuPerRequestMs: 0.1, elu: 0.9, listenersPerRequest: 1 }],
    // It explains the wait.
    [[], { ...SICK[POOL], cpuPerRequestMs: 1, elu: 0.85, serviceCpuMs: 0.1 }],
    [[GROWING], { leastGrowth: 1, mostGrowth: Infinity }],
    [[GROWING], { mostGrowth: 1.15 }],
    [[], { elu: 0.3 }],
    [[], { cpuPerRequestMs: 0.5 }],
    [[], { mostGrowth: Infinity, listenersPerRequest: 1 }],
    [[STALLED], { stalls: 2, stallShare: 0.1, timerShare: 0.1 }],
    [[], { stalls: 1, stallShare: 0.1, longestStallMs: 199 }],
    [[STALLED], { stalls: 1, stallShare: 0.1, longestStallMs: 200 }],
    [[], { stalls: 9, stallShare: 0.05 }],
    // Without a free core.
    [[], { coreWaitShare: 0.59 }],
    [[GARBAGE, BLOCKED], { ...SICK[GARBAGE], ...SICK[BLOCKED], ...STEADY, coreWaitShare: 0.6 }],
    [[POOL], { poolDelayMs: 100, coreWaitShare: 0.5 }]
  ]) t.strictSame(untested(facts), verdicts, JSON.stringify(facts))
  t.strictSame(diagnose({ ...WATCHED, ...STEADY }).notTested, LOADED)
  t.equal(untested({ errorShare: 0.6 }).length, Object.keys(FAULT).length - LOADED.length - 1)
})
