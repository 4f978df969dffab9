'use strict'

// From facts to findings. The rules are tried from top to bottom. The first that applies is the
// verdict; the others that apply are further findings. The limits lie between what was measured on
// healthy servers and on servers with the fault, on Node.js 20 and 26.

const { bytes, ms, percent, ratio } = require('../base/format')

/** @import { Facts, Finding, Findings, Rule } from './types' */

/** Comments: what healthy servers showed at most, and servers with the fault at least. */
const LIMITS = {
  answered: 50, // requests: fewer say nothing of the median
  errorShare: 0.5,
  retained: 10e6, // bytes; healthy 1e6
  retainedPerRequest: 100, // bytes; healthy 20
  gcShare: 0.2, // healthy 0.09, churn 0.4
  costGrowth: 2.5, // healthy 1.1, computing on a busy machine 1.9; growing costs 3.6
  // Growing costs 1.6. Many connections can make a request dearer, too, but only once.
  costGrowthAlone: 1.3,
  poolDelay: 15, // ms; saturated 150
  // Times. A blocked loop delays both, the pool up to 5.5 times as much; saturated 500.
  poolToLoop: 8,
  waiting: 5, // times the CPU time; healthy 1, waiting 10
  serviceTime: 4, // ms; healthy 0.5, waiting 60
  // Event-loop utilisation with time left; healthy 0.94, waiting 0.5, saturated pool 0.55.
  idle: 0.85,
  syncShare: 0.25, // healthy 0.01, synchronous I/O 0.6
  cpuPerRequest: 2, // ms; healthy 0.6, computing 4.7
  busy: 0.8 // event-loop utilisation; healthy under full load 0.94
}

/** @param {number} value Bytes. */
function size (value) {
  return bytes(Number(value.toPrecision(2)))
}

/** @type {Rule['figure']} */
function costAndLoad ({ cpuPerRequest, elu }) {
  return `${ms(cpuPerRequest)} of CPU time per request, ` +
    `with the event loop busy for ${percent(elu)} of the time`
}

/** @type {Rule['applies']} */
function costGrows ({ costGrowth, costGrowthAlone }) {
  return costGrowth > LIMITS.costGrowth && costGrowthAlone > LIMITS.costGrowthAlone
}

/** @type {Rule[]} */
const FAULTS = [
  {
    verdict: 'memory leak',
    applies: ({ retained, retainedPerRequest }) =>
      retained > LIMITS.retained && retainedPerRequest > LIMITS.retainedPerRequest,
    figure: ({ retained, retainedPerRequest }) =>
      `${size(retained)} more in use after the load than before: ` +
      `${size(retainedPerRequest)} per request`,
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
    applies: ({ poolDelay, loopDelay, elu }) =>
      elu < LIMITS.idle &&
      poolDelay > LIMITS.poolDelay &&
      poolDelay > LIMITS.poolToLoop * loopDelay,
    figure: ({ poolDelay, loopDelay }) =>
      `a small file call waits ${ms(poolDelay)} for a thread, ` +
      `a timer ${ms(loopDelay)} for the event loop`,
    next: 'find the hashing, compression, DNS lookups or file calls that fill the four threads',
    tool: 'cpuprofile'
  },
  {
    verdict: 'cost grows with every request',
    applies: costGrows,
    figure: ({ costGrowth }) =>
      `late in the load, a request takes ${ratio(costGrowth)} the CPU time of an early one`,
    next: 'find what each request adds and a later one goes through',
    tool: 'flame'
  },
  {
    verdict: 'waiting for dependencies',
    applies: ({ serviceTime, serviceCpu, elu }) =>
      elu < LIMITS.idle &&
      serviceTime > LIMITS.serviceTime &&
      serviceTime > LIMITS.waiting * serviceCpu,
    figure: ({ serviceTime, serviceCpu }) =>
      `one request at a time takes ${ms(serviceTime)}, and ${ms(serviceCpu)} of CPU time`,
    next: 'look for calls that wait for one another (one await after the other), ' +
      'and measure the backend by itself'
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
    applies: ({ cpuPerRequest, elu }) =>
      cpuPerRequest > LIMITS.cpuPerRequest && elu > LIMITS.busy,
    unless: costGrows,
    figure: costAndLoad,
    next: 'find what computes; do less of it, in slices, or in a worker thread',
    tool: 'flame'
  }
]

/** @type {Rule} */
const TOO_FEW = {
  verdict: 'not enough evidence: too few requests were answered',
  applies: ({ answered, errorShare }) =>
    answered < LIMITS.answered || errorShare > LIMITS.errorShare,
  figure: ({ answered, errorShare }) =>
    `${answered} requests answered, ${percent(errorShare)} failed`,
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
    figure: ({ elu, backgroundCpu }) =>
      `the event loop was busy for ${percent(elu)} of the time; ` +
      `other programs used ${percent(backgroundCpu)} of a core`,
    next: 'close other programs, or load it harder: CONNECTIONS=200'
  }
]

/**
 * @param {Facts} facts
 * @returns {Findings}
 */
function diagnose (facts) {
  /**
   * @param {Rule} rule
   * @returns {Finding}
   */
  function finding ({ verdict, figure, next, tool }) {
    return { verdict, figure: figure(facts), next, tool }
  }
  if (TOO_FEW.applies(facts)) return { first: finding(TOO_FEW), others: [], ruledOut: [] }
  /** @type {Finding[]} */
  const findings = []
  /** @type {Finding[]} */
  const ruledOut = []
  for (const rule of FAULTS) {
    if (rule.unless?.(facts)) continue
    const list = rule.applies(facts) ? findings : ruledOut
    list.push(finding(rule))
  }
  for (const rule of HEALTHY) {
    if (!findings.length && rule.applies(facts)) findings.push(finding(rule))
  }
  const [first, ...others] = findings
  return { first, others, ruledOut }
}

module.exports = { diagnose, FAULTS, HEALTHY, LIMITS, TOO_FEW }
