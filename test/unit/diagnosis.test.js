'use strict'

// The rules of the diagnosis, on made-up facts.

const t = require('tap')
const { diagnose, FAULTS } = require('../../scripts/lib/diagnosis/rules')
const { diagnosisText } = require('../../scripts/lib/present/diagnosis')
const { ROOT } = require('../../scripts/lib/system/root')

const HEALTHY = {
  answered: 20_000,
  errorShare: 0,
  cpuPerRequest: 0.1,
  elu: 0.97,
  eluServing: 0.7,
  threadCpu: 0,
  gcShare: 0.02,
  kept: 200_000,
  keptPerRequest: 10,
  opened: {},
  openedPerRequest: 0,
  costGrowth: 0.8,
  costGrowthAlone: 1.1,
  costGrowthLate: 1,
  poolDelay: 4,
  loopDelay: 3,
  serviceTime: 0.3,
  serviceCpu: 0.2,
  latency: 5,
  timeInServer: 4,
  stalls: 0,
  stallShare: 0,
  longestStall: 0,
  backend: '',
  callsPerRequest: 0,
  callsAtOnce: 0,
  syncShare: 0,
  inProgress: 1,
  connectionsPerRequest: 0.01,
  generatorBound: false,
  backgroundCpu: 0.02
}
const CPU_BOUND = 'healthy, CPU-bound: one core is the limit'
const GENERATOR = 'healthy, limited by the load generator'
const QUEUE = 'requests queue for something that serves a few at a time'
const STALLED = 'event loop stalled by a job beside the requests'
const COMPUTING = 'event loop blocked by computation'
const WAITING = 'waiting for dependencies'
const GROWING = 'cost grows with every request'
const CONCURRENCY = 'concurrency without a limit'
const WATCHED = {
  ...HEALTHY,
  isWatched: true,
  mostKeptPerRequest: 20,
  mostGcShare: 0.02,
  leastGrowth: 1,
  listenersPerRequest: 0,
  collections: 5,
  uncollected: 0,
  timerShare: 0
}
const verdictOf = (facts) => diagnose({ ...HEALTHY, ...facts }).first.verdict

const SICK = {
  'requests fail': { errorShare: 0.4 },
  'memory leak': { kept: 80e6, keptPerRequest: 4_000, gcShare: 0.1 },
  'resources that are never released': { opened: { Timeout: 800 }, openedPerRequest: 0.98 },
  'garbage collection pressure': { gcShare: 0.35, cpuPerRequest: 5 },
  'thread pool saturated':
    { poolDelay: 200, loopDelay: 0.2, elu: 0.5, serviceTime: 20, serviceCpu: 20, latency: 300 },
  [GROWING]: { costGrowth: 6, costGrowthAlone: 1.8, costGrowthLate: 1, cpuPerRequest: 30 },
  [WAITING]: { elu: 0.1, eluServing: 0.01, serviceTime: 60, serviceCpu: 0.5, latency: 61 },
  [QUEUE]: { elu: 0.05, serviceTime: 8, serviceCpu: 4, latency: 382, timeInServer: 370 },
  [CONCURRENCY]: { callsAtOnce: 400, backend: '127.0.0.1:5432' },
  [STALLED]: { stalls: 4, stallShare: 0.3, longestStall: 350 },
  'connections are not kept alive': { connectionsPerRequest: 0.98 },
  'event loop blocked by synchronous I/O': { syncShare: 0.6, cpuPerRequest: 5 },
  [COMPUTING]: { cpuPerRequest: 12, loopDelay: 300, poolDelay: 320, eluServing: 1 }
}

const FAULTS_BY_NAME = [...new Set(FAULTS.map(({ verdict }) => verdict))]

for (const [verdict, facts] of Object.entries(SICK)) {
  t.test(verdict, async (t) => {
    const { first, others, ruledOut } = diagnose({ ...HEALTHY, ...facts })
    t.strictSame([first.verdict, others], [verdict, []])
    t.ok(first.strength >= 1 && ruledOut.every(({ strength }) => strength < 1))
    t.notOk(ruledOut.some((rule) => rule.verdict === verdict))
  })
}

t.test('the cases are all the faults', async (t) => {
  t.strictSame(Object.keys(SICK), FAULTS_BY_NAME)
})

t.test('a healthy server: either it is the limit, or the load generator is', async (t) => {
  t.equal(verdictOf({}), CPU_BOUND)
  t.equal(verdictOf({ generatorBound: true }), GENERATOR)
  t.equal(verdictOf({ gcShare: 0.3, cpuPerRequest: 0.05 }), CPU_BOUND, 'little but garbage')
  t.equal(verdictOf({ generatorBound: true, elu: 0.5 }), GENERATOR)
  const { ruledOut } = diagnose(HEALTHY)
  t.strictSame(ruledOut.map(({ verdict }) => verdict), Object.keys(SICK))
})

t.test('too few answers, or too many errors, are no evidence of anything else', async (t) => {
  const tooFew = 'not enough evidence: too few requests were answered'
  t.equal(verdictOf({ ...SICK['memory leak'], answered: 49 }), tooFew)
  const failing = diagnose({ ...HEALTHY, ...SICK['memory leak'], kept: 1e9, errorShare: 0.6 })
  t.strictSame([failing.first.verdict, failing.first.tool], ['requests fail', 'bench'])
  t.strictSame([failing.others, failing.ruledOut], [[], []])
  t.equal(verdictOf({ ...SICK['memory leak'], answered: 50 }), 'memory leak')
  // That an agent keeps.
  const sockets = { opened: { TCPSocketWrap: 600 }, openedPerRequest: 20 }
  const { first, others } = diagnose({ ...HEALTHY, answered: 28, callsAtOnce: 300, ...sockets })
  t.strictSame([first.verdict, others], [CONCURRENCY, []])
})

t.test('a server that is neither busy nor slow gets no verdict', async (t) => {
  t.equal(verdictOf({ elu: 0.5, latency: 20, timeInServer: 20 }),
    'not enough evidence: the server was neither busy nor slow')
})

t.test('of two faults, the stronger one is the verdict, or the one that explains it', async (t) => {
  const verdictsOf = (facts) => {
    const { first, others } = diagnose({ ...HEALTHY, ...facts })
    return [first, ...others].map(({ verdict }) => verdict)
  }
  const both = { ...SICK['memory leak'], ...SICK['event loop blocked by synchronous I/O'] }
  t.strictSame(verdictsOf(both), ['memory leak', 'event loop blocked by synchronous I/O'])
  t.strictSame(verdictsOf({ ...both, keptPerRequest: 60 }),
    ['event loop blocked by synchronous I/O', 'memory leak'])
  t.strictSame(verdictsOf({ ...SICK['memory leak'], errorShare: 0.1 }),
    ['memory leak', 'requests fail'])
  t.strictSame(verdictsOf({ ...SICK[QUEUE], serviceCpu: 0.5 }), [QUEUE, WAITING])
  const calls = { serviceTime: 44, serviceCpu: 4, cpuPerRequest: 3, eluServing: 0.1 }
  t.strictSame(verdictsOf(calls), [WAITING, COMPUTING], 'calls in a row, under many connections')
  t.strictSame(verdictsOf({ ...SICK['memory leak'], callsAtOnce: 400 }), [CONCURRENCY])
  t.strictSame(verdictsOf({ ...SICK[COMPUTING], callsAtOnce: 100 }), [CONCURRENCY])
  t.strictSame(verdictsOf({ ...SICK[GROWING], stalls: 4, stallShare: 0.6 }), [GROWING])
  t.strictSame(verdictsOf({ ...SICK[QUEUE], connectionsPerRequest: 1 }),
    ['connections are not kept alive'])
})

t.test('what looks like a fault and is none', async (t) => {
  const cases = {
    'a buffer that a very fast server fills': { kept: 80e6, keptPerRequest: 40 },
    'a cache that is filled by few requests': { kept: 0.9e6, keptPerRequest: 4_000 },
    'a busy loop delays file calls as well': { poolDelay: 40, loopDelay: 35 },
    'a busy loop delays file calls even more': { poolDelay: 110, loopDelay: 10 },
    'a loop with a little time left, too': { elu: 0.85, poolDelay: 40, loopDelay: 35 },
    'a load that was disturbed': { costGrowth: 0.9, costGrowthAlone: 2, costGrowthLate: 2 },
    'requests that many connections make dearer, once':
      { costGrowth: 3, costGrowthAlone: 1, costGrowthLate: 1.3 },
    'a busy machine during the second load': { costGrowth: 3, costGrowthAlone: 1.4 },
    'time that is CPU time': { serviceTime: 30, serviceCpu: 25, eluServing: 0.8, cpuPerRequest: 1 },
    'fifty connections to a busy server': { latency: 50, serviceTime: 0.5 },
    'fifty connections to a server that the load generator cannot follow':
      { latency: 80, timeInServer: 1, serviceTime: 0.8, elu: 0.4, generatorBound: true },
    'a single stall': { stalls: 1, stallShare: 0.11, longestStall: 440 },
    'two short stalls on a busy machine': { stalls: 2, stallShare: 0.12, backgroundCpu: 1 }
  }
  for (const [name, facts] of Object.entries(cases)) {
    t.equal(verdictOf(facts), facts.generatorBound ? GENERATOR : CPU_BOUND, name)
  }
  t.equal(verdictOf({ ...SICK['thread pool saturated'], elu: 0.87, cpuPerRequest: 4 }),
    'thread pool saturated', 'the CPU time is that of the threads')
  const pieces = { elu: 0.2, poolDelay: 13, loopDelay: 0, latency: 470, timeInServer: 490 }
  t.equal(verdictOf({ ...pieces, threadCpu: 1.2 }), 'thread pool saturated', 'in small pieces')
  t.equal(verdictOf(pieces), QUEUE, 'its threads compute nothing')
  const waiting = { ...pieces, elu: 0.95, latency: 25 } // the loop, for a core
  t.equal(verdictOf({ ...waiting, threadCpu: 0.8 }), 'thread pool saturated')
  t.equal(verdictOf(waiting), CPU_BOUND)
  t.equal(verdictOf({ costGrowth: 4.4, costGrowthAlone: 1.4, costGrowthLate: 1.2 }), GROWING)
})

t.test('a running server is judged by what it shows, and each lack of it has a name', async (t) => {
  const watched = { ...WATCHED, elu: 0.3, answered: 5_000, collections: 0 }
  const verdict = (facts) => verdictOf({ ...watched, ...facts })
  const lack = (text) => `not enough evidence: ${text}`
  const BURSTS = { eluServing: 0.99, serviceTime: 60, serviceCpu: 4, cpuPerRequest: 4 }
  const few = { ...SICK['memory leak'], connectionsPerRequest: 1, serviceTime: 60, threadCpu: 0.5 }
  const cases = [
    [{}, 'healthy under this load'],
    [{ elu: 0.95 }, CPU_BOUND],
    [{ elu: 0.95, cpuPerRequest: 5, leastGrowth: 1.2 }, GROWING],
    [{ elu: 0.95, cpuPerRequest: 0.03, leastGrowth: 1.2 }, CPU_BOUND],
    [{ cpuPerRequest: 5, leastGrowth: 1.2, syncShare: 0.6 }, 'healthy under this load'],
    [{ elu: 0.01, listenersPerRequest: 1 }, GROWING],
    [{ stalls: 9, stallShare: 0.3, longestStall: 350, timerShare: 0.5 }, STALLED],
    [{ stalls: 9, stallShare: 0.3, longestStall: 350, timerShare: 0.1 }, 'healthy under this load'],
    [{ eluServing: 0.3, serviceTime: 60, serviceCpu: 1, threadCpu: 0.5 }, QUEUE],
    [{ eluServing: 0.3, serviceTime: 60, serviceCpu: 1, threadCpu: 0.5, callsPerRequest: 1 },
      WAITING],
    [{ eluServing: 0.3, serviceTime: 60, serviceCpu: 25, threadCpu: 0.5 },
      'healthy under this load'],
    [{ elu: 0.95, eluServing: 0.95, serviceTime: 60, threadCpu: 0.5 }, CPU_BOUND],
    [{ elu: 0.95, cpuPerRequest: 600, answered: 16 }, COMPUTING],
    [BURSTS, COMPUTING],
    [{ ...BURSTS, serviceTime: 11 }, 'healthy under this load'],
    [{ ...BURSTS, eluServing: 0.85 }, WAITING],
    [{ ...BURSTS, eluServing: 0.85, threadCpu: 0.5 }, QUEUE],
    [{ ...BURSTS, threadCpu: 0.5 }, COMPUTING],
    [{ eluServing: 0.3, serviceTime: 60, serviceCpu: 1 }, WAITING],
    [{ serviceTime: 60, serviceCpu: 1, threadCpu: 0.5, poolDelay: 200, loopDelay: 1 },
      'thread pool saturated'],
    [{ eluServing: 0.3, serviceTime: 60, serviceCpu: 1, poolDelay: 200, loopDelay: 1 },
      'thread pool saturated'],
    [{ answered: 5_000, errorShare: 0.6 }, 'requests fail'],
    [{ uncollected: 60e6 }, lack('the heap grew, and was not collected')],
    [{ uncollected: 23e6, collections: 4 }, lack('each garbage collection left more memory')],
    [{ answered: 0, inProgress: 0 }, lack('no requests arrived')],
    [{ answered: 0, inProgress: 0, uncollected: 60e6 },
      lack('the heap grew, and was not collected')],
    [{ answered: 9, uncollected: 60e6, collections: 5 },
      lack('each garbage collection left more memory')],
    [{ answered: 0, inProgress: 9 }, lack('the requests take longer than the watched time')],
    [{ ...few, answered: 30, errorShare: 0.6 }, lack('too few requests were answered')]
  ]
  for (const [facts, expected] of cases) t.equal(verdict(facts), expected, JSON.stringify(facts))
  const figureOf = (facts) => diagnose({ ...HEALTHY, ...watched, ...facts }).first.figure
  t.equal(figureOf({ ...BURSTS, elu: 0.5 }), '4 ms of CPU time per request, with the event loop ' +
    'busy for 50 % of the time (99 % while requests were in progress)')
  t.match(figureOf({ ...BURSTS, elu: 0.95 }), /busy for 95 % of the time$/)
  const waiting = diagnose({ ...HEALTHY, ...watched, ...BURSTS, eluServing: 0.85 })
  t.strictSame(waiting.others, [], 'what waits does not compute')
  t.not(verdictOf({ ...BURSTS, elu: 0.3 }), COMPUTING, 'a load of our own has no bursts')
})

t.test('of a running server, only what was tested is ruled out', async (t) => {
  const LOADED = ['resources that are never released', CONCURRENCY]
  const LEAK = 'memory leak'
  const POOL = 'thread pool saturated'
  const NEEDS_ANSWERS =
    ['requests fail', LEAK, WAITING, QUEUE, 'connections are not kept alive']
  const names = (findings) => findings.map(({ verdict }) => verdict)
  const untested = (facts) => {
    const findings = diagnose({ ...WATCHED, cpuPerRequest: 1, ...facts })
    const { first, others, ruledOut, notTested } = findings
    const known = names([first, ...others, ...ruledOut])
    t.notOk(notTested.some((verdict) => known.includes(verdict)))
    return notTested.filter((verdict) => !LOADED.includes(verdict))
  }
  for (const [verdicts, facts] of [
    [[], {}],
    [NEEDS_ANSWERS, { answered: 49 }],
    [[LEAK], { mostKeptPerRequest: undefined }],
    [[LEAK], { mostKeptPerRequest: 50 }],
    [[LEAK], { uncollected: 20e6 }],
    [[LEAK], { kept: undefined, keptPerRequest: undefined, mostKeptPerRequest: undefined }],
    [[], { ...SICK[LEAK], mostKeptPerRequest: 5000 }],
    [['garbage collection pressure'], { mostGcShare: 0.3 }],
    [[], { mostGcShare: 0.3, cpuPerRequest: 0.1, elu: 0.9, listenersPerRequest: 1 }],
    [[POOL], { poolDelay: undefined }],
    [[POOL], { loopDelay: undefined }],
    [[], { ...SICK[POOL], cpuPerRequest: 1, elu: 0.85, serviceCpu: 0.1 }], // it explains the wait
    [[GROWING], { leastGrowth: undefined }],
    [[GROWING], { listenersPerRequest: undefined }],
    [[GROWING], { elu: 0.3 }],
    [[GROWING], { cpuPerRequest: 0.5 }],
    [[], { leastGrowth: 1.3, listenersPerRequest: undefined }],
    [[], { leastGrowth: undefined, listenersPerRequest: 1 }],
    [[STALLED], { stalls: undefined, stallShare: undefined }],
    [[STALLED], { stalls: 2, stallShare: 0.1, timerShare: 0.1 }],
    [[], { stalls: 1, stallShare: 0.1 }],
    [[], { stalls: 9, stallShare: 0.05 }]
  ]) t.strictSame(untested(facts), verdicts, JSON.stringify(facts))
  t.strictSame(diagnose(WATCHED).notTested.filter((verdict) => LOADED.includes(verdict)), LOADED)
  t.equal(untested({ errorShare: 0.6 }).length, FAULTS_BY_NAME.length - LOADED.length - 1)
  t.strictSame(diagnose(HEALTHY).notTested, [], 'of a server that was loaded')
  t.strictSame(names(diagnose(HEALTHY).ruledOut), FAULTS_BY_NAME)
})

t.test('as text: verdict, load, evidence, your code, what was ruled out, next', async (t) => {
  t.intercept(process.stdout, 'columns', { value: undefined }) // no terminal
  const facts = {
    ...HEALTHY,
    ...SICK[GROWING],
    gcShare: 0.15,
    inProgress: 50,
    backgroundCpu: 0.5
  }
  const frame = (name, line) =>
    ({ frame: { name, file: `${ROOT}/shop/list.js`, line }, share: 0.9, self: 0.81 })
  const diagnosis = {
    target: 'shop',
    load: { url: 'http://127.0.0.1:3000/cart?a=b', method: 'POST' },
    listening: { port: 3000 },
    alsoListening: [{ port: 9464 }],
    measured: {
      requests: { total: 14_900 },
      took: 8,
      statuses: { 201: 14_800, 500: 100 },
      latency: { p50: 27, p99: 80 }
    },
    facts,
    hottestFrame: { ...frame('find', 7), self: 0.2, callee: { name: 'zod', share: 0.7 } },
    keptFrame: frame('(anonymous)', 9),
    excessListeners: [
      { emitter: 'Server', event: 'after', listeners: 1234, location: `${ROOT}/shop/list.js:3` }
    ],
    warnings: ['1 % of the answers were errors'],
    ...diagnose(facts)
  }
  diagnosis.ruledOut = diagnosis.ruledOut.filter(({ verdict }) => /fail|garbage/.test(verdict))
  const text = (diagnosis) => diagnosisText(diagnosis, 'make flame-shop')
  t.equal(text(diagnosis), `shop: cost grows with every request

loaded      POST /cart?a=b on port 3000: 201 × 14,800, 500 × 100, 1,863 req/s,
            p50 27 ms, p99 80 ms; also listens on 9464: choose with LISTEN
evidence    late in the load, a request takes 6 × the CPU time of an early one
listeners   1,234 of "after" on Server, added at shop/list.js:3
in progress 50 requests
your code   20 % of the CPU time is in find, shop/list.js:7, and 70 % in zod,
            which it calls
ruled out   requests fail, garbage collection pressure (15 % of the time in
            garbage collections)
warning     1 % of the answers were errors
warning     other programs used 50 % of a core. Close them and diagnose again
next        make flame-shop: look for something that every request leaves
            behind, and later requests have to work through`)
  const both = { ...HEALTHY, ...SICK['memory leak'], ...SICK[COMPUTING] }
  for (const [keptPerRequest, other] of [[4_000, COMPUTING], [60, 'memory leak']]) {
    const leaking = text({ ...diagnosis, ...diagnose({ ...both, keptPerRequest }) })
    t.match(leaking, new RegExp(`^also +${other}: `, 'm'))
    t.match(leaking,
      /^kept +90 % of it is allocated in an anonymous function, shop\/list.js:9, or\n +in what/m)
  }
  const { hottestFrame } = diagnosis
  const jobFrame = frame('rebuild', 5)
  const stalled = { ...diagnosis, jobFrame, ...diagnose({ ...HEALTHY, ...SICK[STALLED] }) }
  const job = 'job +81 % of the CPU time is in rebuild, shop/list.js:5'
  t.match(text(stalled), new RegExp(`\n${job}\nyour code +20 % .* is in find, `))
  t.match(text({ ...stalled, hottestFrame: jobFrame }), new RegExp(`\n${job}\nruled out`))
  t.notMatch(text({ ...diagnosis, jobFrame }), /rebuild/, 'it stalls nothing')
  const shown = (changes) => text({ ...diagnosis, ...changes }).match(/^your code.*/m)?.[0]
  const callee = { name: 'zod', share: 0.1 }
  const alone = 'your code   20 % of the CPU time is in find, shop/list.js:7'
  t.equal(shown({ hottestFrame: { ...hottestFrame, callee } }), alone, 'what it calls takes less')
  t.equal(shown({ hottestFrame: { ...hottestFrame, callee: undefined } }), alone)
  t.equal(shown({ hottestFrame: { ...hottestFrame, share: 0.009 } }), undefined)
  t.equal(shown({ hottestFrame: undefined }), undefined)
  const quiet = { ...facts, inProgress: 1, backgroundCpu: 0.2 }
  t.notMatch(text({ ...diagnosis, facts: quiet, ruledOut: [], alsoListening: [] }),
    /in progress|ruled out|programs|also/)
})

t.test('as text: a running server, its routes with the most time, two events', async (t) => {
  const excess = { emitter: 'Server', event: 'after', listeners: 20, location: '/shop/a.js:3' }
  const route = (name, requests, time) => ({ name, requests, time })
  const diagnosis = {
    target: 'pid-7',
    running: { script: `${ROOT}/shop/server.js`, node: 'v26.10.0' },
    took: 12.5,
    facts: { ...HEALTHY, latency: 5.123, elu: 0.5, threadCpu: 0.95, inProgress: 1, collections: 4 },
    routes: [route('GET /a', 2000, 8000), route('GET /b', 10, 25), route('GET /c', 1, 9), {}],
    excessListeners: [
      excess,
      { ...excess, event: 'done', location: '' },
      { ...excess, event: 'third' }
    ],
    untested: ['LISTENERS=1 looks for listeners'],
    warnings: [],
    first: { verdict: 'healthy under this load', figure: 'little', next: 'nothing' },
    others: [],
    ruledOut: [],
    notTested: ['memory leak', CONCURRENCY]
  }
  const text = diagnosisText(diagnosis)
  t.equal(text, `pid-7: healthy under this load

watched     shop/server.js (Node.js v26.10.0) for 13 s: 1,600 req/s, half of
            them within 5.1 ms of being read; event loop busy for 50 % of the
            time
routes      GET /a 2,000 × 4 ms, GET /b 10 × 2.5 ms, GET /c 1 × 9 ms
threads     other threads of the process use 0.95 cores: worker threads, the
            thread pool or garbage collection; what they do is not watched
evidence    little
listeners   20 of "after" on Server, added at /shop/a.js:3
listeners   20 of "done" on Server
not tested  memory leak, concurrency without a limit: make diagnose APP=… tests
            them
            a memory leak is judged by five garbage collections: COLLECT=1
            forces them
            LISTENERS=1 looks for listeners
next        nothing`)
  const facts = { ...diagnosis.facts, answered: 0, threadCpu: 0.39 }
  const running = { script: 'server.js', node: 'v26.10.0' }
  const without = diagnosisText({ ...diagnosis, facts, running, routes: [] })
  t.match(without,
    /^watched +server.js \(Node\S+ v26\S+ for 13 s: 0 req\/s; event [^]*\nroutes +none\nevi/m)
  t.match(without, /^not tested {2}memory leak, concurrency without a limit\n {12}LISTENERS/m)
  const collected = { ...diagnosis.facts, collections: 5 }
  t.match(diagnosisText({ ...diagnosis, facts: collected }), /^ {12}them\n {12}LISTENERS/m)
})
