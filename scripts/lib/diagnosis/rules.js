'use strict'

// From evidence to a verdict. The rules are tried from top to bottom; the first that applies is the verdict, and others
// that apply are named beside it. The limits lie between what was measured on healthy servers and on servers with the
// fault, on Node.js 20 and 26; `healthy` is the highest value of a healthy server.

const { bytes, ms, percent, ratio } = require('../base/format')

/**
 * @typedef {object} Facts
 * @property {number} answered requests
 * @property {number} errorShare of the requests, 0 to 1
 * @property {number} cpuPerRequest CPU time per request with many connections, ms
 * @property {number} elu event-loop utilisation with many connections, 0 to 1
 * @property {number} gcShare of the time in garbage collections, 0 to 1
 * @property {number} kept memory that is in use after a collection, beyond that before the second load, bytes
 * @property {number} keptPerRequest bytes
 * @property {number} growth CPU time per request in the second half of the second load, to the lowest in the first load
 * @property {number} growthAlone CPU time per request in the second half of the first load, to the lowest in that load
 * @property {number} poolDelay of a tiny file call, ms, the median
 * @property {number} loopDelay of a timer, ms, the median
 * @property {number} serviceTime of one request at a time, ms
 * @property {number} serviceCpu CPU time of one request at a time, ms
 * @property {number} syncShare of the CPU time in synchronous calls for files and processes
 * @property {number} inProgress requests, the median
 * @property {Record<string, number>} resources that keep the event loop alive, by kind, the most of each
 * @property {boolean} generatorBound
 * @property {number} backgroundCpu CPU time that other programs used, as a share of one core
 *
 * @typedef {object} Rule
 * @property {string} verdict
 * @property {(facts: Facts) => boolean} applies
 * @property {(facts: Facts) => boolean} [unless] another fault explains it: it is neither named nor ruled out
 * @property {(facts: Facts) => string} figure what it is judged by; says also what rules it out
 * @property {string} next what to do
 * @property {string} [tool] make target that shows more
 */

/** Each with what healthy servers showed at most, and what servers with the fault showed at least. */
const LIMITS = {
  answered: 50, // requests: fewer say nothing of the median
  errorShare: 0.5,
  kept: 10e6, // bytes; healthy 1e6
  keptPerRequest: 100, // bytes; healthy 20
  gcShare: 0.2, // healthy 0.09, churn 0.4
  growth: 2.5, // healthy 1.1, computing on a busy machine 1.9; growing costs 3.6
  growthAlone: 1.3, // growing costs 1.6. Many connections can make a request dearer, too, but only once
  poolDelay: 15, // ms; saturated 150
  poolToLoop: 8, // times; a blocked loop delays both, the pool up to 5.5 times as much; saturated 500
  waiting: 5, // times the CPU time; healthy 1, waiting 10
  serviceTime: 4, // ms; healthy 0.5, waiting 60
  idle: 0.85, // event-loop utilisation: the event loop has time left; healthy 0.94, waiting 0.5, saturated pool 0.55
  syncShare: 0.25, // healthy 0.01, synchronous I/O 0.6
  cpuPerRequest: 2, // ms; healthy 0.6, computing 4.7
  busy: 0.8 // event-loop utilisation; healthy under full load 0.94
}

/** @param {number} value bytes */
const size = (value) => bytes(Number(value.toPrecision(2)))

/** @type {Rule['figure']} */
const costAndLoad = ({ cpuPerRequest, elu }) =>
  `${ms(cpuPerRequest)} of CPU time per request, with the event loop busy for ${percent(elu)} of the time`

/** @type {(facts: Facts) => boolean} */
const grows = ({ growth, growthAlone }) => growth > LIMITS.growth && growthAlone > LIMITS.growthAlone

/** @type {Rule[]} */
const FAULTS = [
  {
    verdict: 'memory leak',
    applies: ({ kept, keptPerRequest }) => kept > LIMITS.kept && keptPerRequest > LIMITS.keptPerRequest,
    figure: ({ kept, keptPerRequest }) =>
      `${size(kept)} more in use after the load than before: ${size(keptPerRequest)} per request`,
    next: 'find what allocates, and which object holds it: a list, a Map, a closure',
    tool: 'heap'
  },
  {
    verdict: 'garbage collection pressure',
    applies: ({ gcShare }) => gcShare > LIMITS.gcShare,
    figure: ({ gcShare }) => `${percent(gcShare)} of the time in garbage collections`,
    next: 'find what allocates the most',
    tool: 'heap'
  },
  {
    verdict: 'thread pool saturated',
    applies: ({ poolDelay, loopDelay, elu }) => elu < LIMITS.idle && poolDelay > LIMITS.poolDelay &&
      poolDelay > LIMITS.poolToLoop * loopDelay,
    figure: ({ poolDelay, loopDelay }) =>
      `a small file call waits ${ms(poolDelay)} for a thread, a timer ${ms(loopDelay)} for the event loop`,
    next: 'find the hashing, compression, DNS lookups or file calls that fill the four threads',
    tool: 'cpuprofile'
  },
  {
    verdict: 'cost grows with every request',
    applies: grows,
    figure: ({ growth }) => `late in the load, a request takes ${ratio(growth)} the CPU time of an early one`,
    next: 'find what each request adds and a later one goes through',
    tool: 'flame'
  },
  {
    verdict: 'waiting for dependencies',
    applies: ({ serviceTime, serviceCpu, elu }) => elu < LIMITS.idle && serviceTime > LIMITS.serviceTime &&
      serviceTime > LIMITS.waiting * serviceCpu,
    figure: ({ serviceTime, serviceCpu }) =>
      `one request at a time takes ${ms(serviceTime)}, and ${ms(serviceCpu)} of CPU time`,
    next: 'look for calls that wait for one another (one await after the other), and measure the backend by itself'
  },
  {
    verdict: 'event loop blocked by synchronous I/O',
    applies: ({ syncShare, elu }) => syncShare > LIMITS.syncShare && elu > LIMITS.busy,
    figure: ({ syncShare }) => `${percent(syncShare)} of the CPU time in synchronous calls`,
    next: 'find the call; use the asynchronous one, or read once at the start',
    tool: 'flame'
  },
  {
    verdict: 'event loop blocked by computation',
    applies: ({ cpuPerRequest, elu }) => cpuPerRequest > LIMITS.cpuPerRequest && elu > LIMITS.busy,
    unless: grows,
    figure: costAndLoad,
    next: 'find what computes; do less of it, in slices, or in a worker thread',
    tool: 'flame'
  }
]

/** @type {Rule} */
const TOO_FEW = {
  verdict: 'not enough evidence: too few requests were answered',
  applies: ({ answered, errorShare }) => answered < LIMITS.answered || errorShare > LIMITS.errorShare,
  figure: ({ answered, errorShare }) => `${answered} requests answered, ${percent(errorShare)} failed`,
  next: 'DURATION=30 gets more answers; a bench shows the errors',
  tool: 'bench'
}

/** @type {Rule[]} */
const HEALTHY = [
  {
    verdict: 'healthy, limited by the load generator',
    applies: ({ generatorBound }) => generatorBound,
    figure: ({ cpuPerRequest }) =>
      `${ms(cpuPerRequest)} of CPU time per request, and the load generator was at its limit`,
    next: 'nothing to find; to load it harder, run the load generator on another machine'
  },
  {
    verdict: 'healthy, CPU-bound: one core is the limit',
    applies: ({ elu }) => elu > LIMITS.busy,
    figure: costAndLoad,
    next: 'nothing to find; see what a request costs and where. More processes use more cores',
    tool: 'cpuprofile'
  },
  {
    verdict: 'not enough evidence: the server was neither busy nor slow',
    applies: () => true,
    figure: ({ elu, backgroundCpu }) => `the event loop was busy for ${percent(elu)} of the time; ` +
      `other programs used ${percent(backgroundCpu)} of a core`,
    next: 'close other programs, or load it harder: CONNECTIONS=200'
  }
]

/**
 * @typedef {{verdict: string, figure: string, next: string, tool?: string}} Finding
 * @type {(facts: Facts) => {first: Finding, others: Finding[], ruledOut: Finding[]}} the verdict, further faults, and
 *   the faults that the server does not have
 */
function diagnose (facts) {
  /** @param {Rule} rule @returns {Finding} */
  const finding = ({ verdict, figure, next, tool }) => ({ verdict, figure: figure(facts), next, tool })
  const rules = FAULTS.filter(({ unless }) => !unless?.(facts))
  const [faults, ruledOut] = [true, false].map((wanted) =>
    rules.filter(({ applies }) => applies(facts) === wanted).map(finding))
  if (TOO_FEW.applies(facts)) return { first: finding(TOO_FEW), others: [], ruledOut: [] }
  const healthy = HEALTHY.filter(({ applies }) => applies(facts)).map(finding)
  const [first, ...others] = faults.length ? faults : healthy.slice(0, 1)
  return { first, others, ruledOut }
}

module.exports = { diagnose, FAULTS, HEALTHY, LIMITS, TOO_FEW }
