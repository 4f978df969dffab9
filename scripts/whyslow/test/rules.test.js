'use strict'

// The rules of the diagnosis, on made-up facts.

const t = require('tap')
const { readFacts } = require('../judge/facts')
const { FAULTS } = require('../judge/faults')
const { diagnose } = require('../judge/rules')
const { loadedEvidence, watchedEvidence, DELAYS } = require('./made-up')

const COLLECTED = [1, 2, 3, 4, 5].map((i) => ({ requests: 1000 * i, bytes: 5e6 }))
const DELAYED = { intervals: [DELAYS, DELAYS] }
const EVIDENCE = {
  'a load': loadedEvidence({ alone: DELAYED, main: DELAYED }),
  'a load without delays': loadedEvidence(),
  'a watched time': watchedEvidence({ last: { ...DELAYS, collected: COLLECTED }, walks: [] }),
  'two collections and little else':
    watchedEvidence({ rate: 0, last: { collected: COLLECTED.slice(3) } }),
  'few requests': watchedEvidence({ rate: 0, last: { ...DELAYS, answered: 49 } }),
  'no request': watchedEvidence({ rate: 0, last: { answered: 0, served: 0, ended: 0 } })
}
const COMMON = {
  answered: 20_000,
  cpuPerRequest: 0.1,
  elu: 0.97,
  eluServing: 0.7,
  threadCpu: 0,
  serviceTime: 0.3,
  serviceCpu: 0.2,
  latency: 5,
  inProgress: 1
}
const HEALTHY = { ...readFacts(EVIDENCE['a load'], []), ...COMMON, timeInServer: 4 }
const WATCHED = { ...readFacts(EVIDENCE['a watched time'], []), ...COMMON }
// Too few requests were answered for these.
const FEW = {
  answered: 49,
  errorShare: undefined,
  connectionsPerRequest: undefined,
  serviceTime: undefined,
  kept: undefined,
  keptPerRequest: undefined,
  mostKeptPerRequest: undefined
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

const namesOf = (findings) => findings.map(({ verdict }) => verdict)
const verdictOf = (facts) => diagnose({ ...HEALTHY, ...facts }).first.verdict

const SICK = {
  [FAILING]: { errorShare: 0.4 },
  [LEAK]: { kept: 80e6, keptPerRequest: 4_000, gcShare: 0.1 },
  [RESOURCES]: { opened: { Timeout: 800 }, openedPerRequest: 0.98 },
  [GARBAGE]: { gcShare: 0.35, cpuPerRequest: 5 },
  [POOL]:
    { poolDelay: 200, loopDelay: 0.2, elu: 0.5, serviceTime: 20, serviceCpu: 20, latency: 300 },
  [GROWING]: { costGrowth: 6, costGrowthAlone: 1.8, costGrowthLate: 1, cpuPerRequest: 30 },
  [WAITING]: { elu: 0.1, eluServing: 0.01, serviceTime: 60, serviceCpu: 0.5, latency: 61 },
  [QUEUE]: { elu: 0.05, serviceTime: 8, serviceCpu: 4, latency: 382, timeInServer: 370 },
  [CONCURRENCY]: { callsAtOnce: 400, backend: '127.0.0.1:5432' },
  [STALLED]: { stalls: 4, stallShare: 0.3, longestStall: 350 },
  [CONNECTIONS]: { connectionsPerRequest: 0.98 },
  [SYNC_IO]: { syncShare: 0.6, cpuPerRequest: 5 },
  [COMPUTING]: { cpuPerRequest: 12, loopDelay: 300, poolDelay: 320, eluServing: 1 }
}

for (const [verdict, facts] of Object.entries(SICK)) {
  t.test(verdict, async (t) => {
    const { first, others, ruledOut } = diagnose({ ...HEALTHY, ...facts })
    t.strictSame([first.verdict, others], [verdict, []])
    t.ok(first.strength >= 1 && ruledOut.every(({ strength }) => strength < 1))
    t.notOk(namesOf(ruledOut).includes(verdict))
  })
}

t.test('the figures of a fault, as text', async (t) => {
  const figureOf = (verdict) => diagnose({ ...HEALTHY, ...SICK[verdict] }).first.figure
  t.equal(figureOf(GROWING), 'late in the load, a request takes 6 × the CPU time of an early one')
  t.equal(figureOf(GARBAGE), '35 % of the time in garbage collections')
})

t.test('the cases are all the faults', async (t) => {
  t.strictSame(Object.keys(SICK), [...new Set(namesOf(FAULTS))])
})

const isTested = ({ needs }, facts) => needs.every((name) => facts[name] !== undefined)

t.test('without a fact that a rule needs, it is neither found nor ruled out', async (t) => {
  for (const [healthy, count] of [[HEALTHY, 13], [WATCHED, 11]]) {
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
  [LEAK]: ['isWatched', 'mostKeptPerRequest', 'uncollected'],
  [GARBAGE]: ['mostGcShare'],
  [GROWING]: ['leastGrowth', 'listenersPerRequest'],
  [WAITING]: ['isWatched'],
  [STALLED]: ['isWatched', 'timerShare', 'backgroundCpu'],
  [COMPUTING]: ['isWatched']
}

t.test('each fact that a rule needs, or has a limit for, is read from some evidence', async (t) => {
  const known = { ...HEALTHY, ...WATCHED }
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
      for (const made of [facts, { ...facts, elu: 0.95, cpuPerRequest: 5 }]) {
        const read = watchAbsent(made, absent)
        rule.strength(read, limits)
        rule.excludes?.(read, limits)
        rule.figure(read)
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
  t.equal(verdictOf({ gcShare: 0.3, cpuPerRequest: 0.05 }), CPU_BOUND, 'little but garbage')
  t.equal(verdictOf({ generatorBound: true, elu: 0.5 }), GENERATOR)
  const { ruledOut, notTested } = diagnose(HEALTHY)
  t.strictSame([namesOf(ruledOut), notTested], [Object.keys(SICK), []])
})

t.test('too few answers, or too many errors, are no evidence of anything else', async (t) => {
  const few = { ...HEALTHY, ...SICK[LEAK], answered: 49, errorShare: 0.5 }
  const { first, ...rest } = diagnose(few)
  t.strictSame([first.verdict, first.figure, first.tool],
    ['not enough evidence: too few requests were answered', '49 requests answered, 50 % failed',
      'bench'])
  t.strictSame(rest, { others: [], ruledOut: [], notTested: Object.keys(SICK) })
  const failing = diagnose({ ...HEALTHY, ...SICK[LEAK], kept: 1e9, errorShare: 0.6 })
  t.strictSame([failing.first.verdict, failing.first.tool], [FAILING, 'bench'])
  t.strictSame([failing.others, failing.ruledOut, failing.notTested],
    [[], [], Object.keys(SICK).slice(1)])
  t.equal(verdictOf({ ...SICK[LEAK], answered: 50 }), LEAK)
  // That an agent keeps.
  const sockets = { opened: { TCPSocketWrap: 600 }, openedPerRequest: 20 }
  const calling = diagnose({ ...HEALTHY, answered: 28, callsAtOnce: 300, ...sockets })
  t.strictSame([calling.first.verdict, calling.others], [CONCURRENCY, []])
})

t.test('a server that is neither busy nor slow gets no verdict', async (t) => {
  t.equal(verdictOf({ elu: 0.5, latency: 20, timeInServer: 20 }),
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
  t.strictSame(verdictsOf({ ...both, keptPerRequest: 60 }), [SYNC_IO, LEAK])
  t.strictSame(verdictsOf({ ...SICK[LEAK], errorShare: 0.5 }), [LEAK, FAILING])
  t.strictSame(verdictsOf({ ...SICK[QUEUE], serviceCpu: 0.5 }), [QUEUE, WAITING])
  const calls = { serviceTime: 44, serviceCpu: 4, cpuPerRequest: 3, eluServing: 0.1 }
  t.strictSame(verdictsOf(calls), [WAITING, COMPUTING], 'calls in a row, under many connections')
  t.strictSame(verdictsOf({ ...SICK[LEAK], callsAtOnce: 400 }), [CONCURRENCY])
  t.strictSame(verdictsOf({ ...SICK[COMPUTING], callsAtOnce: 100 }), [CONCURRENCY])
  t.strictSame(verdictsOf({ ...SICK[GROWING], stalls: 4, stallShare: 0.6 }), [GROWING])
  t.strictSame(verdictsOf({ ...SICK[QUEUE], connectionsPerRequest: 1 }), [CONNECTIONS])
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
    const { first, notTested } = diagnose({ ...HEALTHY, ...facts })
    t.equal(first.verdict, facts.generatorBound ? GENERATOR : CPU_BOUND, name)
    t.strictSame(notTested, [], name)
  }
  t.equal(verdictOf({ ...SICK[POOL], elu: 0.87, cpuPerRequest: 4 }), POOL,
    'the CPU time is that of the threads')
  const pieces = { elu: 0.2, poolDelay: 13, loopDelay: 0, latency: 470, timeInServer: 490 }
  t.equal(verdictOf({ ...pieces, threadCpu: 1.2 }), POOL, 'in small pieces')
  t.equal(verdictOf(pieces), QUEUE, 'its threads compute nothing')
  const waiting = { ...pieces, elu: 0.95, latency: 25 } // the loop, for a core
  t.equal(verdictOf({ ...waiting, threadCpu: 0.8 }), POOL)
  t.equal(verdictOf(waiting), CPU_BOUND)
  t.equal(verdictOf({ costGrowth: 4.4, costGrowthAlone: 1.4, costGrowthLate: 1.2 }), GROWING)
})

t.test('a running server is judged by what it shows, and each lack of it has a name', async (t) => {
  const watched = { ...WATCHED, elu: 0.3, answered: 5_000, collections: 0 }
  const diagnoseIt = (facts) => diagnose({ ...watched, ...facts })
  const lack = (text) => `not enough evidence: ${text}`
  const BURSTS =
    { eluServing: 0.99, serviceTime: 60, latency: 60, serviceCpu: 4, cpuPerRequest: 4 }
  const SLOW = { eluServing: 0.3, serviceTime: 60, serviceCpu: 1 }
  const JOB = { stalls: 9, stallShare: 0.3, longestStall: 350 }
  const cases = [
    [{}, UNDER_LOAD],
    [{ elu: 0.95 }, CPU_BOUND],
    [{ elu: 0.95, cpuPerRequest: 5, leastGrowth: 1.2 }, GROWING],
    [{ elu: 0.95, cpuPerRequest: 0.03, leastGrowth: 1.2 }, CPU_BOUND],
    [{ cpuPerRequest: 5, leastGrowth: 1.2, syncShare: 0.6 }, UNDER_LOAD],
    [{ elu: 0.01, listenersPerRequest: 1 }, GROWING],
    [{ ...JOB, timerShare: 0.5 }, STALLED],
    [{ ...JOB, timerShare: 0.1 }, UNDER_LOAD],
    [{ ...SLOW, threadCpu: 0.5 }, QUEUE],
    [{ ...SLOW, threadCpu: 0.39 }, WAITING],
    [{ ...SLOW, threadCpu: 0.5, callsPerRequest: 1 }, WAITING],
    [{ ...SLOW, threadCpu: 0.5, serviceCpu: 25 }, UNDER_LOAD],
    [{ elu: 0.95, eluServing: 0.95, serviceTime: 60, threadCpu: 0.5 }, CPU_BOUND],
    [{ ...FEW, elu: 0.95, cpuPerRequest: 600, answered: 16 }, COMPUTING],
    [BURSTS, COMPUTING],
    [{ ...BURSTS, ...FEW }, COMPUTING],
    [{ ...BURSTS, serviceTime: 11, latency: 11 }, UNDER_LOAD],
    [{ ...BURSTS, eluServing: 0.85 }, WAITING],
    [{ ...BURSTS, eluServing: 0.85, threadCpu: 0.5 }, QUEUE],
    [{ ...BURSTS, threadCpu: 0.5 }, COMPUTING],
    [SLOW, WAITING],
    [{ serviceTime: 60, serviceCpu: 1, threadCpu: 0.5, poolDelay: 200, loopDelay: 1 }, POOL],
    [{ ...SLOW, poolDelay: 200, loopDelay: 1 }, POOL],
    [{ errorShare: 0.6 }, FAILING],
    [{ uncollected: 60e6 }, lack('the heap grew, and was not collected')],
    [{ uncollected: 23e6, collections: 4 }, lack('each garbage collection left more memory')],
    [{ ...FEW, answered: 0, inProgress: 0 }, lack('no requests arrived')],
    [{ ...FEW, answered: 0, inProgress: 0, uncollected: 60e6 },
      lack('the heap grew, and was not collected')],
    [{ ...FEW, answered: 9, uncollected: 60e6, collections: 5 },
      lack('each garbage collection left more memory')],
    [{ ...FEW, answered: 0, inProgress: 9 },
      lack('the requests take longer than the watched time')],
    [{ ...FEW, threadCpu: 0.5 }, lack('too few requests were answered')]
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
  const LOADED = [RESOURCES, CONCURRENCY]
  const untested = (facts) => {
    const findings = diagnose({ ...WATCHED, cpuPerRequest: 1, ...facts })
    const { first, others, ruledOut, notTested } = findings
    const known = namesOf([first, ...others, ...ruledOut])
    t.notOk(notTested.some((verdict) => known.includes(verdict)))
    return notTested.filter((verdict) => !LOADED.includes(verdict))
  }
  for (const [verdicts, facts] of [
    [[], {}],
    [[FAILING, LEAK, WAITING, QUEUE, CONNECTIONS], FEW],
    [[LEAK], { mostKeptPerRequest: undefined }],
    [[LEAK], { mostKeptPerRequest: 50 }],
    [[LEAK], { uncollected: 20e6 }],
    [[], { ...SICK[LEAK], mostKeptPerRequest: 5000 }],
    [[POOL], { loopDelay: undefined }],
    [[GARBAGE], { mostGcShare: 0.3 }],
    [[], { mostGcShare: 0.3, cpuPerRequest: 0.1, elu: 0.9, listenersPerRequest: 1 }],
    [[], { ...SICK[POOL], cpuPerRequest: 1, elu: 0.85, serviceCpu: 0.1 }], // it explains the wait
    [[GROWING], { leastGrowth: undefined }],
    [[GROWING], { listenersPerRequest: undefined }],
    [[GROWING], { elu: 0.3 }],
    [[GROWING], { cpuPerRequest: 0.5 }],
    [[], { leastGrowth: 1.3, listenersPerRequest: undefined }],
    [[], { leastGrowth: undefined, listenersPerRequest: 1 }],
    [[STALLED], { stalls: 2, stallShare: 0.1, timerShare: 0.1 }],
    [[], { stalls: 1, stallShare: 0.1 }],
    [[], { stalls: 9, stallShare: 0.05 }]
  ]) t.strictSame(untested(facts), verdicts, JSON.stringify(facts))
  t.strictSame(diagnose({ ...WATCHED, cpuPerRequest: 1 }).notTested, LOADED)
  t.equal(untested({ errorShare: 0.6 }).length, Object.keys(SICK).length - LOADED.length - 1)
})
