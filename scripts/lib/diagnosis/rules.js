'use strict'

// From facts to findings. Each rule has a strength: how many times its limit the evidence is. The
// strongest finding is the verdict. The limits lie between what was measured on healthy servers and
// on servers with the fault, on Node.js 20 and 26.

const { bytes, ms, number, percent, ratio } = require('../base/format')

/** @import { Facts, Finding, Findings, Rule } from './types' */

/** Comments: what healthy servers showed at most, and servers with the fault at least. */
const LIMITS = {
  answered: 50, // requests: fewer say nothing of the median
  errorShare: 0.05,
  mostFailed: 0.5, // leaves too little evidence
  kept: 3e6, // bytes; healthy 1e6
  keptPerRequest: 50, // bytes; healthy 20, a cache that keeps a little of each request 250
  growing: 0.05, // resources per request; one timer of each request 1
  gcShare: 0.25, // healthy 0.16, churn 0.4
  gcCost: 0.1, // ms of CPU time per request; a healthy server of 0.05 has a gcShare of up to 0.2
  costGrowth: 2.5, // healthy 1.1, computing on a busy machine 1.9; growing costs 3.6
  // Growing costs 1.6. Many connections can make a request dearer, too, but only once.
  costGrowthAlone: 1.3,
  // While a running server is watched, of requests that cost some CPU time: healthy 1.2 at 0.03 ms.
  leastGrowth: 1.15, // of a running server, in ten seconds; on a busy machine 1.1, growing 1.2
  growingCost: 0.5, // ms
  listenersPerRequest: 0.05,
  uncollected: 20e6, // bytes; healthy 10e6, a leak of 40 MB a second 200e6
  costGrowthLate: 1.1, // within the second load; healthy 1.0, growing 1.3
  certainGrowth: 3, // with one connection: the second load need not show it
  poolDelay: 15, // ms; saturated 150
  // Times. A blocked loop delays both, the pool up to 5.5 times as much; saturated 500.
  poolToLoop: 8,
  waiting: 3, // times the CPU time; healthy 1, waiting 5
  serviceTime: 4, // ms; healthy 0.5, waiting 44
  latency: 25, // ms under load
  queue: 5, // times the time of a request alone; a pool of one connection 50
  callsAtOnce: 20, // requests to other servers for one request
  connectionsPerRequest: 0.2, // with keep-alive 0.01
  stalls: 2,
  stallShare: 0.1, // of the time; a job of 350 ms each second 0.3
  stallShareBusy: 0.2, // on a busy machine a healthy server was stalled for 0.1 of the time
  backgroundCpu: 0.5, // of a core; makes a machine busy
  idle: 0.9, // event-loop utilisation with time left; healthy 0.97, saturated pool 0.5 to 0.87
  syncShare: 0.25, // healthy 0.01, synchronous I/O 0.6
  cpuPerRequest: 2, // ms; healthy 0.6, computing 4.7
  busy: 0.8 // event-loop utilisation; healthy under full load 0.94
}

/** @param {number} value */
function size (value) {
  return bytes(Number(value.toPrecision(2)))
}

/** @param {boolean} condition @param {number} value 0 unless the condition holds */
function when (condition, value) {
  return condition ? value : 0
}

/** @param {number} elu */
function loopLoad (elu) {
  return `the event loop was busy for ${percent(elu)} of the time`
}

/** @type {Rule['figure']} */
function costAndLoad ({ answered, cpuPerRequest, elu }) {
  const cost = answered ? `${ms(cpuPerRequest)} of CPU time per request` : 'no request was answered'
  return `${cost}, with the event loop busy for ${percent(elu)} of the time`
}

/** @type {Rule} */
const POOL = {
  verdict: 'thread pool saturated',
  anyway: true,
  strength: ({ poolDelay, loopDelay, elu }) =>
    when(elu < LIMITS.idle && poolDelay > LIMITS.poolToLoop * loopDelay,
      poolDelay / LIMITS.poolDelay),
  figure: ({ poolDelay, loopDelay }) =>
    `a small file call waits ${ms(poolDelay)} for a thread, ` +
    `a timer ${ms(loopDelay)} for the event loop`,
  next: 'find the hashing, compression, DNS lookups or file calls that fill the four threads',
  tool: 'cpuprofile'
}

/** @type {Rule} */
const GARBAGE = {
  verdict: 'garbage collection pressure',
  anyway: true,
  strength: ({ gcShare, cpuPerRequest }) =>
    when(cpuPerRequest > LIMITS.gcCost, gcShare / LIMITS.gcShare),
  figure: ({ gcShare }) => `${percent(gcShare)} of the time in garbage collections`,
  next: 'find what allocates the most',
  tool: 'heap'
}

/** @type {Rule} */
const GROWING_COST = {
  verdict: 'cost grows with every request',
  anyway: true,
  strength (facts) {
    const { costGrowth, costGrowthAlone, costGrowthLate } = facts
    const { leastGrowth = 1, listenersPerRequest = 0 } = facts
    const isDear = facts.elu > LIMITS.busy && facts.cpuPerRequest > LIMITS.growingCost
    return Math.max(
      when(costGrowthAlone > LIMITS.certainGrowth ||
        (costGrowthAlone > LIMITS.costGrowthAlone && costGrowthLate > LIMITS.costGrowthLate),
      (costGrowth - 1) / (LIMITS.costGrowth - 1)),
      when(isDear, (leastGrowth - 1) / (LIMITS.leastGrowth - 1)),
      when(isDear, listenersPerRequest / LIMITS.listenersPerRequest))
  },
  figure: ({ isWatched, costGrowth, cpuPerRequest, leastGrowth = 1, listenersPerRequest = 0 }) => {
    if (!isWatched) {
      return `late in the load, a request takes ${ratio(costGrowth)} the CPU time of an early one`
    }
    const parts = [`${ms(cpuPerRequest)} of CPU time per request`]
    if (leastGrowth > 1) parts.push(`at least ${percent(leastGrowth - 1)} more at the end`)
    const listeners = number(Number(listenersPerRequest.toPrecision(2)))
    if (listenersPerRequest) parts.push(`listeners grow by ${listeners} per request`)
    return parts.join('; ')
  },
  next: 'look for something that every request leaves behind, and later requests have to work ' +
    'through',
  tool: 'flame'
}

/** @type {Rule} */
const CONCURRENCY = {
  verdict: 'concurrency without a limit',
  alone: true,
  strength: ({ callsAtOnce }) => callsAtOnce / LIMITS.callsAtOnce,
  figure: ({ callsAtOnce, backend }) =>
    `one request has up to ${number(callsAtOnce)} requests to ${backend} in progress at once`,
  next: 'limit how many run at once, or ask for all in one request'
}

/** @type {Rule} */
const SYNC_IO = {
  verdict: 'event loop blocked by synchronous I/O',
  anyway: true,
  strength: ({ syncShare, elu }) => when(elu > LIMITS.busy, syncShare / LIMITS.syncShare),
  figure: ({ syncShare }) => `${percent(syncShare)} of the CPU time in synchronous calls`,
  next: 'find the call; use the asynchronous one, or read once at the start',
  tool: 'flame'
}

/** @type {Rule} */
const CONNECTIONS = {
  verdict: 'connections are not kept alive',
  strength: ({ connectionsPerRequest }) => connectionsPerRequest / LIMITS.connectionsPerRequest,
  figure: ({ connectionsPerRequest }) =>
    `${percent(Math.min(1, connectionsPerRequest))} of the requests open a connection`,
  next: 'find what closes them: the header Connection: close, or maxRequestsPerSocket'
}

/** @type {Rule[]} */
const FAULTS = [
  {
    verdict: 'requests fail',
    strength: ({ errorShare }) => errorShare / LIMITS.errorShare,
    figure: ({ errorShare }) => `${percent(errorShare)} of the requests get an error, or no answer`,
    next: 'find what the server reports; a fast error says nothing of the answers that count',
    tool: 'bench'
  },
  {
    verdict: 'memory leak',
    strength: ({ kept, keptPerRequest }) =>
      Math.min(kept / LIMITS.kept, keptPerRequest / LIMITS.keptPerRequest),
    unless: (facts) => applies(CONCURRENCY, facts), // sockets that an agent keeps
    figure: ({ kept, keptPerRequest }) =>
      `each request keeps ${size(keptPerRequest)} at least; ${size(kept)} after the load`,
    next: 'find what allocates, and which object holds it: a list, a Map, a closure',
    tool: 'heap'
  },
  {
    verdict: 'resources that are never released',
    alone: true,
    strength: ({ answered, growing }) => {
      const rates = Object.values(growing).map(({ perRequest }) => perRequest)
      return when(answered >= LIMITS.answered, Math.max(0, ...rates) / LIMITS.growing)
    },
    figure: ({ growing }) => {
      const kinds = Object.entries(growing).map(([kind, { more }]) => `${number(more)} ${kind}`)
      return `more after the load than before: ${kinds.join(', ')}`
    },
    next: 'find what opens them: an interval, a socket or a watcher of each request'
  },
  GARBAGE,
  POOL,
  GROWING_COST,
  {
    verdict: 'waiting for dependencies',
    strength: ({ serviceTime, serviceCpu, eluAlone }) =>
      when(eluAlone < LIMITS.idle && serviceTime > LIMITS.waiting * serviceCpu,
        serviceTime / LIMITS.serviceTime),
    unless: (facts) => facts.isWatched === true && applies(POOL, facts),
    figure: ({ isWatched, serviceTime, serviceCpu, backend, callsPerRequest }) => {
      const count = number(Math.round(callsPerRequest))
      const calls = `${count} requests to ${backend} for each of yours`
      const subject = isWatched ? 'a request (the median)' : 'one request at a time'
      const alone = `${subject} takes ${ms(serviceTime)}, and ${ms(serviceCpu)} of CPU time`
      return callsPerRequest >= 0.5 ? `${alone}; ${calls}` : alone
    },
    next: 'look for calls that wait for one another (one await after the other), ' +
      'and measure the backend by itself'
  },
  {
    verdict: 'requests queue for something that serves a few at a time',
    alone: true,
    strength: ({ latency, timeInServer, serviceTime, elu }) =>
      when(elu < LIMITS.idle && latency > LIMITS.latency,
        Math.min(latency, timeInServer) / serviceTime / LIMITS.queue),
    unless: (facts) => applies(POOL, facts) || applies(CONNECTIONS, facts),
    figure: ({ latency, serviceTime, elu }) =>
      `a request takes ${ms(latency)} under load and ${ms(serviceTime)} alone, ` +
      `while the event loop is busy for ${percent(elu)} of the time`,
    next: 'look at the size of a connection pool, a lock, or a single worker thread'
  },
  CONCURRENCY,
  {
    verdict: 'event loop stalled by a job beside the requests',
    alone: true,
    strength: ({ stalls, stallShare, backgroundCpu }) => {
      const isBusy = backgroundCpu > LIMITS.backgroundCpu
      const limit = isBusy ? LIMITS.stallShareBusy : LIMITS.stallShare
      return when(stalls >= LIMITS.stalls, stallShare / limit)
    },
    unless: (facts) => applies(GROWING_COST, facts),
    figure: ({ stalls, stallShare, longestStall }) =>
      `with one connection, ${stalls} stalls of up to ${ms(Math.round(longestStall))}, ` +
      `${percent(stallShare)} of the time`,
    next: 'find the timer or job that computes; do it in slices, or in a worker thread',
    tool: 'cpuprofile'
  },
  CONNECTIONS,
  SYNC_IO,
  {
    verdict: 'event loop blocked by computation',
    anyway: true,
    strength: ({ cpuPerRequest, elu }) =>
      when(elu > LIMITS.busy, cpuPerRequest / LIMITS.cpuPerRequest),
    unless: (facts) => [GROWING_COST, SYNC_IO, GARBAGE, POOL, CONCURRENCY]
      .some((rule) => applies(rule, facts)),
    figure: costAndLoad,
    next: 'find what computes; do less of it, in slices, or in a worker thread',
    tool: 'flame'
  }
]

/** @type {Rule} */
const TOO_FEW = {
  verdict: 'not enough evidence: too few requests were answered',
  strength: ({ answered, errorShare }) =>
    Math.max(LIMITS.answered / (answered + 1), when(errorShare > LIMITS.mostFailed, 1)),
  figure: ({ answered, errorShare }) =>
    `${number(answered)} requests answered, ${percent(errorShare)} failed`,
  next: 'DURATION=30 gets more answers; a bench shows the errors',
  tool: 'bench'
}

/** @type {Rule[]} of a running server that has answered too few requests */
const SCARCE = [
  {
    verdict: 'not enough evidence: no requests arrived',
    strength: ({ answered, inProgress }) => when(!answered && !inProgress, 1),
    figure: ({ elu }) => `no request over HTTP/1 began, and ${loopLoad(elu)}`,
    next: 'watch it while it is used, or for longer: WATCH=60'
  },
  {
    verdict: 'not enough evidence: the requests take longer than the watched time',
    strength: ({ answered, inProgress }) => inProgress / (answered + 1),
    figure: ({ answered, inProgress, elu }) => `${number(inProgress)} requests in progress, ` +
      `${number(answered)} answered, and ${loopLoad(elu)}`,
    next: 'WATCH=60 watches longer'
  },
  { ...TOO_FEW, strength: () => 1, next: 'WATCH=60 watches longer', tool: undefined }
]

/** @type {Rule[]} */
const HEALTHY = [
  {
    verdict: 'not enough evidence: the heap grew, and was not collected',
    strength: ({ uncollected = 0 }) => uncollected / LIMITS.uncollected,
    figure: ({ uncollected = 0 }) => `${size(uncollected)} more in use; only a collection tells ` +
      'whether that is garbage',
    next: 'COLLECT=1 collects garbage five times, or WATCH=60 waits for it'
  },
  {
    verdict: 'healthy, limited by the load generator',
    strength: ({ generatorBound }) => Number(generatorBound),
    figure: ({ cpuPerRequest }) =>
      `${ms(cpuPerRequest)} of CPU time per request, and the load generator was at its limit`,
    next: 'nothing to find; to load it harder, run the load generator on another machine'
  },
  {
    verdict: 'healthy, CPU-bound: one core is the limit',
    strength: ({ elu }) => elu / LIMITS.busy,
    figure: costAndLoad,
    next: 'nothing to find; see what a request costs and where. More processes use more cores',
    tool: 'cpuprofile'
  },
  {
    verdict: 'healthy under this load',
    strength: ({ isWatched }) => Number(isWatched === true),
    figure: costAndLoad,
    next: 'nothing to find; watch it again when it is slow'
  },
  {
    verdict: 'not enough evidence: the server was neither busy nor slow',
    strength: () => 1,
    figure: ({ elu, backgroundCpu }) =>
      `${loopLoad(elu)}; other programs used ${percent(backgroundCpu)} of a core`,
    next: 'close other programs, or load it harder: CONNECTIONS=200'
  }
]

/** @param {Rule} rule @param {Facts} facts */
function applies ({ strength }, facts) {
  return strength(facts) >= 1
}

/** @param {Facts} facts @returns {Findings} */
function diagnose (facts) {
  /** @param {Rule} rule @returns {Finding} */
  function finding ({ verdict, strength, figure, next, tool }) {
    return { verdict, strength: strength(facts), figure: figure(facts), next, tool }
  }
  const { isWatched } = facts
  // So many calls at once may leave no answer under many connections.
  if (!isWatched && applies(TOO_FEW, facts) && !applies(CONCURRENCY, facts)) {
    return { first: finding(TOO_FEW), others: [], ruledOut: [] }
  }
  const isScarce = isWatched && facts.answered < LIMITS.answered
  /** @param {Rule} rule */
  function isTested ({ alone, anyway, unless }) {
    return !(isWatched && alone) && (anyway || !isScarce) && !unless?.(facts)
  }
  const possible = FAULTS.filter(isTested).map(finding)
  const ruledOut = possible.filter(({ strength }) => strength < 1)
  const findings = possible.filter(({ strength }) => strength >= 1)
  findings.sort((a, b) => b.strength - a.strength)
  const [first = healthy(), ...others] = findings
  return { first, others, ruledOut }

  function healthy () {
    const rule = (isScarce ? SCARCE : HEALTHY).find((rule) => applies(rule, facts))
    return finding(/** @type {Rule} */ (rule))
  }
}

module.exports = { diagnose, FAULTS, HEALTHY, LIMITS, TOO_FEW }
