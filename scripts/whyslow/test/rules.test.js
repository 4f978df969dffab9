'use strict'

// The rules of the diagnosis, on made-up facts.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { judge, CONCLUSIONS, FAULTS } = require('../internals')
const { adviseLonger, diagnose: diagnoseFacts, idOf, mayTimeSettle } = require('../judge/diagnose')
const { addShares } = require('../judge/shares')
const { loadedEvidence, watchedEvidence, DELAYS } = require('./made-up')
const { readSaved } = require('./saved')

const COLLECTED = [1, 2, 3, 4, 5].map((i) => ({ time: i, requests: 1000 * i, bytes: 5e6 }))
const DELAYED = { intervals: [DELAYS, DELAYS] }
const judged = [] // all facts of this file

function diagnose (facts) {
  const all = addShares(facts)
  judged.push(all)
  return diagnoseFacts(all)
}

const factsOf = (evidence) => judge({ ...evidence, profiles: { cpu: { nodes: [] } } }).facts
const COMMON = {
  answered: 20_000,
  cpuPerRequestMs: 0.1,
  elu: 0.97,
  answeredPerSecond: 2500,
  loopShare: 1,
  loopQueueShare: 0,
  queuedShare: 0,
  childrenShare: 0,
  threadCores: 0,
  serviceTimeMs: 0.3,
  serviceCpuMs: 0.2,
  blockedPerRequestMs: 0,
  latencyMs: 5,
  inProgress: 1,
  requestMs: 0.3,
  requestAloneMs: 0.3,
  outsideShare: 0,
  insideShare: 0
}
const HEALTHY = {
  ...factsOf(loadedEvidence({ alone: DELAYED, main: DELAYED })),
  ...COMMON
}
const WATCHED = {
  ...factsOf(watchedEvidence({ last: { ...DELAYS, collected: COLLECTED } })),
  ...COMMON
}
const JOB = factsOf(watchedEvidence({
  each: { isServer: false },
  last: { ...DELAYS, isServer: false, collected: COLLECTED }
}))
// Too few requests were answered for the others.
const FEW = {
  answered: 49,
  outsideShare: undefined,
  insideShare: undefined,
  listenersPerRequest: undefined,
  errorShare: undefined,
  connectionsPerRequest: undefined,
  serviceTimeMs: undefined,
  leastGrowth: undefined,
  keptBytes: undefined,
  keptPerSecondBytes: undefined,
  keptPerRequestBytes: undefined,
  mostKeptPerRequestBytes: undefined,
  mostKeptPerSecondBytes: undefined
}

const CPU_BOUND = 'healthy, CPU-bound: one core is the limit'
const LACK = 'not enough evidence: '
const TOO_FEW = `${LACK}too few requests were answered`
const GENERATOR = 'healthy, limited by the load generator'
const UNDER_LOAD = 'healthy under this load'
const INSIDE = 'requests wait inside the process'
const UNANSWERED = 'requests get no answer'
const IDLE_SERVER = `${LACK}the server was neither busy nor slow`

const IDLE = { elu: 0.1, latencyMs: 20 }
const BLOCKING = { cpuPerRequestMs: 12, loopDelayMs: 300, poolDelayMs: 320 }
const COSTLY = { elu: 0.95, cpuPerRequestMs: 5 }
const CALL = { peer: 'db:1', perRequest: 1, eachMs: 40, lastMost: 2, ms: 40 }
const TIME = {
  isServer: true,
  requestMs: 600,
  inProgress: 30,
  parts: [{ part: 'inside', share: 0.9 }, { part: 'calls', share: 0.1 }],
  calls: [CALL]
}
const CALLS = { time: TIME, requestMs: 44, requestAloneMs: 44, outsideShare: 0.9, elu: 0.1 }
const QUEUED = {
  time: { ...TIME, pool: 'db:1' },
  requestMs: 600,
  insideShare: 0.9,
  queuedShare: 0.9,
  outsideShare: 0.1,
  elu: 0.1
}
const POOLED = { poolDelayMs: 200, loopDelayMs: 0.2, elu: 0.5 }
const STALLS = { stalls: 4, stallShare: 0.3, longestStallMs: 350 }

// What each fault looks like, first alone, then in other ways.
const FAULT = {
  'requests fail': [[HEALTHY, { errorShareAlone: 0.4, errorShare: 0.06 }]],
  'requests fail under load': [
    [HEALTHY, { failures: '503 × 40', errorShare: 0.06, answeredAlone: 100 }],
    [HEALTHY, { ...IDLE, slowdown: 21 }]
  ],
  'resources that are never released': [
    [HEALTHY, { opened: { Timeout: 75, Pipe: 9 }, openedPerRequest: 0.006 }], // 50 connections
    [WATCHED, { opened: { 'open files': 22 }, openedPerRequest: 0.006 }]
  ],
  'memory leak': [
    [HEALTHY, { keptBytes: 4e6, keptPerRequestBytes: 60, gcShare: 0.1 }],
    [HEALTHY, { keptBytes: 80e6, keptPerSecondBytes: 400e3 }],
    [WATCHED, { unsentBytes: 1.2e6 }]
  ],
  'no free file descriptors': [[HEALTHY, { files: 1020, filesShare: 0.96 }]],
  'garbage collection pressure': [[HEALTHY, { gcShare: 0.3, cpuPerRequestMs: 0.2 }]],
  'thread pool saturated': [
    [HEALTHY, { ...POOLED, serviceTimeMs: 20, serviceCpuMs: 20, latencyMs: 300 }],
    [HEALTHY, { elu: 0.95, poolDelayMs: 13, loopDelayMs: 0, latencyMs: 470, threadCores: 1.2 }]
  ],
  'cost grows with time': [[HEALTHY, { costGrowth: 1.4, costGrowthInPause: 0.3 }]],
  'cost grows with every request': [
    [HEALTHY, { costGrowth: 1.6, costGrowthInPause: 0.1, cpuPerRequestMs: 30 }],
    [HEALTHY, { costGrowthAlone: 1.7 }],
    [WATCHED, { leastGrowth: 1.2, cpuPerRequestMs: 0.6 }],
    [WATCHED, { ...COSTLY, listenersPerRequest: 0.06, mostGrowth: 1.05 }]
  ],
  'listeners that are never removed': [[HEALTHY, { listenersPerRequest: 0.06 }]],
  'calls to another server fail': [[HEALTHY, {
    failingPeer: 'db:1',
    failedCodes: { ECONNREFUSED: 9 },
    failedShare: 0.25,
    failedPerRequest: 0.06
  }]],
  'waiting for dependencies': [
    [HEALTHY, CALLS],
    [WATCHED, { ...CALLS, outsideShare: 0.4, requestAloneMs: 12 }],
    [JOB, { time: TIME, elu: 0.1, outsideShare: 0.4, tripsPerSecond: 3 }]
  ],
  'requests queue for something that serves a few at a time': [
    [HEALTHY, QUEUED],
    [WATCHED, { ...QUEUED, queuedShare: 0.6, requestMs: 30 }]
  ],
  'requests wait for a free socket of an agent': [[HEALTHY, {
    agentUsed: 20,
    agentUnreadRoute: 'GET /',
    inProgress: 0,
    agentWaiting: 12,
    agentUnread: 11
  }]],
  'concurrency without a limit': [[HEALTHY, { tripsAtOnce: 24 }]],
  'a new connection for each call': [[HEALTHY, { connectsPerRequest: 0.25 }]],
  'a child process for each request': [[HEALTHY, { childrenPerRequest: 0.12 }]],
  'event loop stalled by a job beside the requests': [
    [HEALTHY, { ...STALLS, stalls: 2, stallShare: 0.12 }],
    [WATCHED, { ...STALLS, stallsByTimers: 0.6 }],
    [WATCHED, { stallShare: 0.05, stallsByTimers: 1, longestStallMs: 120, stalls: 6 }],
    [WATCHED, { ...STALLS, stallRoute: 'GET /metrics' }]
  ],
  'event loop stalled under many connections': [
    [HEALTHY, { longestLoadStallMs: 1200, loadStalls: 2, loadStallShare: 0.2 }]
  ],
  'connections are not kept alive': [[HEALTHY, { connectionsPerRequest: 0.25 }]],
  'event loop blocked by synchronous I/O': [[HEALTHY, { syncShare: 0.3, cpuPerRequestMs: 5 }]],
  'event loop blocked by waiting synchronously': [
    [HEALTHY, { blockedPerRequestMs: 6, serviceCpuMs: 2 }],
    [HEALTHY, { blockedPerRequestMs: 0.35, serviceCpuMs: 0.1 }],
    [WATCHED, { blockedPerRequestMs: 5, serviceCpuMs: 1, answeredPerSecond: 10, elu: 0.1 }]
  ],
  'event loop blocked by computation': [
    [HEALTHY, BLOCKING],
    [HEALTHY, { elu: 0.85, cpuPerRequestMs: 2.2 }],
    [WATCHED, { elu: 0.5, cpuPerRequestMs: 4, loopQueueShare: 0.7 }],
    [JOB, { jobStallShare: 0.2 }]
  ]
}
const [
  FAILING, TOGETHER, RESOURCES, LEAK, , GARBAGE, POOL, GROWING_TIME, GROWING, LISTENERS,
  UNREACHABLE, WAITING, QUEUE, , CONCURRENCY, , CHILDREN, STALLED, , CONNECTIONS, SYNC_IO, BLOCKED,
  COMPUTING
] = Object.keys(FAULT)
const SICK = {}
for (const [verdict, [[, facts]]] of Object.entries(FAULT)) SICK[verdict] = facts

const namesOf = (findings) => findings.map(({ verdict }) => verdict)
const verdictOf = (facts) => diagnose({ ...HEALTHY, ...facts }).first.verdict

t.strictSame(Object.keys(FAULT), [...new Set(namesOf(FAULTS))], 'the cases are all the faults')

for (const [verdict, cases] of Object.entries(FAULT)) {
  t.test(verdict, async (t) => {
    for (const [made, facts] of cases) {
      const { first, others, close } = diagnose({ ...made, ...facts })
      t.strictSame([first.verdict, others, close], [verdict, [], []], JSON.stringify(facts))
      t.notMatch(first.figure, /NaN|undefined|\{/)
    }
  })
}

t.test('a healthy server: either it is the limit, or the load generator is', async (t) => {
  for (const [facts, expected] of [
    [{}, CPU_BOUND],
    [{ generatorBound: true, elu: 0.5 }, GENERATOR],
    [{ ownShare: 0.41 }, 'CPU-bound'], // the reader's code explains it
    [{ stalls: 1, stallShare: 0.04, longestStallMs: 100 },
      'no fault found; not judged: pauses of up to 100 ms'],
    [IDLE, IDLE_SERVER]
  ]) t.equal(verdictOf(facts), expected, JSON.stringify(facts))
  const KEPT = { mostKeptPerRequestBytes: 155, mostKeptPerSecondBytes: 387e3 }
  const kept = diagnose({ ...HEALTHY, ...KEPT, mostKeptBytes: 3.1e6 })
  t.strictSame([kept.outcome, kept.first.verdict, kept.first.options], [
    'unknown',
    'no fault found; not judged: memory (up to 3.1 MB are kept)',
    [{ option: 'duration', value: 30 }]
  ])
  const { ruledOut, notTested } = diagnose({ ...HEALTHY, ...KEPT, mostKeptBytes: 2.9e6 })
  t.strictSame([namesOf(ruledOut), notTested], [Object.keys(FAULT), []])
})

t.test('a watch goes on for what time can settle, such as a leak behind collections', async (t) => {
  const collecting = { ...WATCHED, ...SICK[GARBAGE] }
  const unknown = {
    keptPerRequestBytes: 0,
    mostKeptPerRequestBytes: Infinity,
    mostKeptPerSecondBytes: Infinity
  }
  for (const [expected, facts] of [
    [true, { ...collecting, ...unknown }],
    [false, collecting],
    [false, { ...WATCHED, ...SICK[COMPUTING], ...unknown }],
    [true, { ...WATCHED, ...FEW }],
    [true, { ...WATCHED, ...STALLS, stalls: 1.5, stallsByTimers: 0.6, stallRoute: 'GET /' }],
    [false, { ...HEALTHY, ...STALLS, stalls: 1.5 }], // its loads have their time
    [false, { ...WATCHED, syncShare: 0.24, elu: 0.9 }],
    [false, WATCHED]
  ]) t.equal(mayTimeSettle(diagnose(facts)), expected, diagnose(facts).first.verdict)
})

t.test('a watch that was too short is advised five times as long', async (t) => {
  const findings = diagnose({ ...WATCHED, keptPerRequestBytes: 0, mostKeptPerRequestBytes: 1e3 })
  for (const [seconds, value] of [[40, 60], [60, 300], [1000, 3600]]) {
    t.strictSame(adviseLonger(findings, seconds).first.options,
      [{ option: 'collect', value: true }, { option: 'seconds', value }])
  }
})

t.test('too few answers, or too many errors, are no evidence of anything else', async (t) => {
  const few = { ...HEALTHY, ...FEW, errorShare: 0.04 }
  const { outcome, first, others } = diagnose(few)
  t.strictSame([outcome, first.verdict, first.figure, others],
    ['unknown', TOO_FEW, '49 requests answered, 4 % failed', []])
  const failing = diagnose({ ...HEALTHY, ...SICK[LEAK], ...SICK[FAILING], errorShare: 0.6 })
  t.strictSame([failing.first.verdict, failing.others, failing.notTested],
    [FAILING, [], Object.keys(FAULT).slice(1)])
  const refused = { ...SICK[UNREACHABLE], ...SICK[FAILING], errorShare: 0.6 }
  const unreachable = diagnose({ ...HEALTHY, ...SICK[LEAK], ...refused })
  t.strictSame(namesOf([unreachable.first, ...unreachable.others]), [UNREACHABLE])
  t.match(unreachable.first.figure, /; 60 % of the requests fail$/)
  const calling = diagnose({ ...HEALTHY, ...FEW, tripsAtOnce: 300 })
  t.strictSame([calling.first.verdict, calling.others], [CONCURRENCY, []])
  const SLOW = { answered: 9, elu: 1, cpuPerRequestMs: 2000 }
  t.equal(diagnose({ ...HEALTHY, ...FEW, ...SLOW }).first.verdict, COMPUTING, 'nine are plenty')
})

t.test('a request that adds one listener adds no "listeners"', async (t) => {
  const [made, facts] = FAULT[GROWING].find(([, facts]) => facts.listenersPerRequest)
  t.match(diagnose({ ...made, ...facts, listenersPerRequest: 1 }).first.figure, / adds 1 listener$/)
})

t.test('of faults, the most harmful one is the verdict, or the one that explains it', async (t) => {
  const leak = { ...SICK[LEAK], keptPerSecondBytes: 4e6 } // 2 GB in less than ten minutes
  const growing = { costGrowth: 6, stalls: 4, stallShare: 0.6, loadStalls: 9, loadStallShare: 0.9 }
  for (const [verdicts, facts] of [
    [[LEAK, SYNC_IO], { ...leak, ...SICK[SYNC_IO] }],
    [[SYNC_IO, LEAK], { ...leak, ...SICK[SYNC_IO], keptPerSecondBytes: 400e3 }],
    [[FAILING, LEAK], { ...leak, ...SICK[FAILING] }],
    [[SYNC_IO, RESOURCES], { ...SICK[SYNC_IO], ...SICK[RESOURCES] }],
    [[SYNC_IO, CONNECTIONS], { ...SICK[SYNC_IO], ...SICK[CONNECTIONS] }],
    [[COMPUTING, GARBAGE], { cpuPerRequestMs: 3, gcShare: 0.3 }],
    [[GARBAGE, COMPUTING], { cpuPerRequestMs: 3, gcShare: 0.6 }],
    [[QUEUE], { ...SICK[QUEUE], outsideShare: 0.9 }],
    [[WAITING], CALLS],
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
  const PIECES = { elu: 0.2, poolDelayMs: 13, loopDelayMs: 0, latencyMs: 470 }
  const BLOCKS = { elu: 0.87, poolDelayMs: 41, loopDelayMs: 1, cpuPerRequestMs: 20 }
  for (const [facts, expected, name] of [
    [{ poolDelayMs: 40, loopDelayMs: 35 }, CPU_BOUND, 'a busy loop delays file calls as well'],
    [{ slowdown: 30, costGrowth: 6 }, GROWING, 'later requests take longer'],
    [{ ...QUEUED, elu: 0.95 }, CPU_BOUND, 'a busy loop keeps a pool waiting'],
    [{ ...THREAD, backgroundCores: 0.6 }, CPU_BOUND, 'a thread that waits for a core'],
    [{ ...THREAD, generatorBound: true }, GENERATOR, 'a thread beside the load generator'],
    [{ latencyMs: 80, serviceTimeMs: 0.8, elu: 0.4, generatorBound: true },
      GENERATOR, 'fifty connections that the load generator cannot follow'],
    [{ ...SICK[POOL], elu: 0.87, cpuPerRequestMs: 4 }, POOL, 'the CPU time of the threads'],
    [BLOCKS, COMPUTING, 'a file call waits for the event loop'],
    [{ ...PIECES, threadCores: 1.2 }, POOL, 'in small pieces'],
    [{ costGrowth: 1.8, backgroundCores: 0.6 }, `no fault found; close to ${GROWING}`]
  ]) {
    const { first, notTested } = diagnose({ ...HEALTHY, ...facts })
    t.strictSame([first.verdict, notTested], [expected, []], name)
  }
  const disturbed = { ...HEALTHY, ...SICK[POOL], backgroundCores: 1, coreWaitShare: 1 }
  t.strictSame(diagnose(disturbed).notTested, [POOL], 'threads without a core')
  const { first } = diagnose({ ...WATCHED, syncShare: 0.9, elu: 0.7 })
  t.equal(first.verdict, `no fault found; close to ${SYNC_IO}`, 'a loop with time left')
})

t.test('a running server is judged by what it shows, and each lack of it has a name', async (t) => {
  const BURSTS = { loopQueueShare: 0.6, cpuPerRequestMs: 4 }
  const NONE = { ...FEW, answered: 0, inProgress: 0 }
  const diagnoseIt = (facts) =>
    diagnose({ ...WATCHED, elu: 0.3, answered: 5_000, collections: 0, ...facts })
  for (const [facts, expected] of [
    [{}, UNDER_LOAD],
    [{ cpuPerRequestMs: 5, leastGrowth: 1.2, syncShare: 0.6 }, UNDER_LOAD],
    [{ elu: 0.01, listenersPerRequest: 1 }, LISTENERS],
    [{ ...FEW, elu: 0.95, cpuPerRequestMs: 600, answered: 16 }, COMPUTING],
    [BURSTS, COMPUTING],
    [{ ...BURSTS, cpuPerRequestMs: 1.2 }, UNDER_LOAD],
    [{ listenersPerRequest: 1, cpuPerRequestMs: 0.3, mostGrowth: 1.05 }, LISTENERS],
    [{ stalls: 6, stallShare: 0.05, longestStallMs: 120, stallsByTimers: 0.3 },
      'no fault found; not judged: pauses of up to 120 ms'],
    [{ ...BURSTS, loopQueueShare: 0.3 }, UNDER_LOAD],
    [{ blockedPerRequestMs: 0.5, serviceCpuMs: 0.1, answeredPerSecond: 5 }, UNDER_LOAD],
    [CALLS, WAITING],
    [QUEUED, QUEUE],
    [{ ...QUEUED, queuedShare: 0 }, INSIDE],
    [{ ...CALLS, poolDelayMs: 200, loopDelayMs: 1, threadCores: 0.5 }, POOL],
    [{ ...NONE, unanswered: 3 }, UNANSWERED],
    [NONE, `${LACK}no requests arrived`],
    [{ ...NONE, inProgress: 9 }, `${LACK}the requests take longer than the watched time`],
    [{ ...FEW, threadCores: 0.5 }, TOO_FEW]
  ]) t.equal(diagnoseIt(facts).first.verdict, expected, JSON.stringify(facts))
  t.equal(diagnoseIt({ ...BURSTS, elu: 0.5 }).first.figure, '4 ms of CPU time per request, ' +
    'with the event loop busy for 50 % of the time; requests wait for it 60 % of their time')
})

t.test('a running process is healthy only if the main faults were judged', async (t) => {
  const NONE = 'no fault found; not judged: '
  const CPU = { elu: 0.95, ownShare: 0.9 } // the place explains the cost
  for (const [expected, facts, made = WATCHED] of [
    ['healthy', {}],
    ['healthy', CPU],
    ['memory (2 collections, up to 1.2 kB per request)', {
      mostKeptPerRequestBytes: 1234,
      collections: 2
    }],
    ['memory (1 collection)', { mostKeptPerRequestBytes: Infinity, collections: 1, ...CPU }],
    ['a growing cost', { mostGrowth: 1.15 }],
    ['pauses of up to 200 ms', { stalls: 1, stallShare: 0.02, longestStallMs: 200 }],
    ['pauses', { stalls: undefined, longestStallMs: undefined }],
    ['other threads (0.4 cores)', { threadCores: 0.4 }],
    ['the time that was left', { ended: 'exited' }],
    ['a growing cost, the other workers of the cluster', { isWorker: true, mostGrowth: 2 }],
    ['healthy', { threadCores: 0.1, mostGrowth: 1.12 }, JOB], // 0.048 cores
    ['memory (0 collections)', { mostKeptPerSecondBytes: 350e3 }, JOB],
    ['a growing cost', { threadCores: 0.1, mostGrowth: 1.13 }, JOB],
    ['a growing cost', { elu: 0.81 }, JOB]
  ]) {
    const calm = { elu: 0.3, collections: 0, jobStallShare: 0, outsideShare: 0, ...facts }
    const { outcome, first } = diagnose({ ...made, ...calm })
    if (expected === 'healthy') t.equal(outcome, 'healthy', JSON.stringify(facts))
    else t.strictSame([outcome, first.verdict, first.tool], ['unknown', NONE + expected, undefined])
  }
})

t.test('each verdict has an id of its own, which the types list', async (t) => {
  const types = fs.readFileSync(path.join(__dirname, '../index.d.ts'), 'utf8')
  const [, list] = types.match(/type VerdictId =([^]*?)\n\n/)
  const listed = Array.from(list.matchAll(/'(.+)'/g), ([, id]) => id)
  const ids = new Set([...FAULTS, ...CONCLUSIONS].map(idOf))
  t.strictSame(listed.sort(), [...ids, 'no-fault-found', 'workers-restart'].sort())
})

t.test('of a running server, only what was tested is ruled out', async (t) => {
  const LOADED = [TOGETHER, RESOURCES, GROWING_TIME, CONCURRENCY]
  const STEADY = { cpuPerRequestMs: 1, mostGrowth: 1.14 }
  const untested = (facts) => {
    const { notTested } = diagnose({ ...WATCHED, ...STEADY, ...facts })
    return notTested.filter((verdict) => !LOADED.includes(verdict))
  }
  for (const [verdicts, facts] of [
    [[], {}],
    [[FAILING, LEAK, GROWING, LISTENERS, WAITING, CONNECTIONS], FEW],
    [[LEAK], { mostKeptPerSecondBytes: 350e3 }],
    [[], { ...SICK[LEAK], mostKeptPerRequestBytes: 5000 }],
    [[POOL], { loopDelayMs: undefined }],
    // It explains the wait.
    [[], { ...SICK[POOL], cpuPerRequestMs: 1, elu: 0.85, serviceCpuMs: 0.1 }],
    [[GROWING], { leastGrowth: 1, mostGrowth: Infinity }],
    [[], { mostGrowth: Infinity, listenersPerRequest: 1 }],
    [[STALLED], { stalls: 2, stallShare: 0.1, stallsByTimers: 0.1 }],
    [[], { stalls: 1, stallShare: 0.1, longestStallMs: 199 }],
    // Without a free core.
    [[GARBAGE, BLOCKED], { ...SICK[GARBAGE], ...SICK[BLOCKED], ...STEADY, coreWaitShare: 0.6 }],
    [[POOL], { poolDelayMs: 100, coreWaitShare: 0.5 }]
  ]) t.strictSame(untested(facts), verdicts, JSON.stringify(facts))
  t.strictSame(diagnose({ ...WATCHED, ...STEADY }).notTested, LOADED)
})

t.test('each limit decides something', async (t) => {
  const cases = [...judged, ...readSaved().map(({ facts }) => addShares(facts))]
  function verdictsOf (facts) {
    const { first, others, close, notTested } = diagnoseFacts(facts)
    return [first.verdict, ...namesOf([...others, ...close]), ...notTested].join()
  }
  const before = cases.map(verdictsOf)
  for (const rule of FAULTS) {
    const { when, verdict } = rule
    for (const [fact, given] of Object.entries(when)) {
      const { from, below, ...limit } = typeof given === 'number' ? { from: given } : given
      const isChanged = [0.5, 2].some((times) => {
        const moved = from === undefined ? { below: below * times } : { from: from * times }
        rule.when = { ...when, [fact]: { ...limit, ...moved } }
        return cases.some((facts, i) => verdictsOf(facts) !== before[i])
      })
      rule.when = when
      t.ok(isChanged, `${verdict}: ${fact}`)
    }
  }
})

t.test('the harm of a fault has a figure, also without the time of a request', async (t) => {
  const { first } = diagnose({ ...HEALTHY, ...SICK[POOL], loopShare: undefined })
  t.strictSame([first.verdict, first.harm], [POOL, { kind: 'slows', value: 1 }])
})
