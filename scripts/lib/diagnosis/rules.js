'use strict'

// From evidence to a verdict. The rules are tried from top to bottom; the first that applies is the verdict, and others
// that apply are named beside it. The limits lie between what was measured on healthy servers and on servers with the
// fault, on Node.js 20 and 26; `healthy` is the highest value of a healthy server.

const { bytes, ms, percent, ratio } = require('../cli/format')

/**
 * @typedef {object} Facts
 * @property {number} answered requests
 * @property {number} errorShare of the requests, 0 to 1
 * @property {number} cpuPerRequest CPU time per request with many connections, ms
 * @property {number} elu event-loop utilisation with many connections, 0 to 1
 * @property {number} gcShare of the time in garbage collections, 0 to 1
 * @property {number} kept memory that is in use after a collection, beyond that before the second load, bytes
 * @property {number} keptPerRequest bytes
 * @property {number} growthAlone CPU time per request in the last quarter of the first load, to that near its start
 * @property {number} growthUnderLoad the same of the second load
 * @property {number} growthBetween CPU time per request in the second load, to that at the end of the first
 * @property {number} poolDelay of a tiny file call, ms, the median
 * @property {number} loopDelay of a timer, ms, the median
 * @property {number} serviceTime of one request at a time, ms
 * @property {number} serviceCpu CPU time of one request at a time, ms
 * @property {number} syncShare of the CPU time in synchronous calls of the file system, of processes and of zlib
 * @property {boolean} generatorBound
 * @property {number} otherPrograms CPU time that other programs used, as a share of one core
 *
 * @typedef {object} Rule
 * @property {string} verdict
 * @property {(facts: Facts) => boolean} applies
 * @property {(facts: Facts) => string} because the figures, compared with the limits
 * @property {string} next what to do
 */

/** Each with what healthy servers showed at most, and what servers with the fault showed at least. */
const LIMITS = {
  answered: 50, // requests: fewer say nothing of the median
  errorShare: 0.5,
  kept: 10e6, // bytes; healthy 1e6
  keptPerRequest: 100, // bytes; healthy 20
  gcShare: 0.15, // healthy 0.03, churn 0.31
  growth: 1.5, // healthy 1.1, growing costs 2.75
  growthBetween: 1.3, // healthy 1.0, because many connections make a request cheaper; growing costs 3
  poolDelay: 15, // ms; healthy 5, saturated 217
  poolToLoop: 4, // times; a blocked loop delays both alike
  waiting: 5, // times the CPU time; healthy 2, waiting 50
  serviceTime: 4, // ms; healthy 0.5, waiting 20
  idle: 0.6, // event-loop utilisation below which a server waits; healthy 0.94, waiting 0.1
  syncShare: 0.25, // healthy 0, synchronous I/O 0.5
  cpuPerRequest: 2, // ms; healthy 0.1, computing 3.4
  busy: 0.8 // event-loop utilisation; healthy under full load 0.94
}

/** @type {Rule[]} */
const RULES = [
  {
    verdict: 'not enough evidence: too few requests were answered',
    applies: ({ answered, errorShare }) => answered < LIMITS.answered || errorShare > LIMITS.errorShare,
    because: ({ answered, errorShare }) => `${answered} requests answered, ${percent(errorShare)} failed`,
    next: 'make bench shows the errors; a longer DURATION gets more answers'
  },
  {
    verdict: 'memory leak',
    applies: ({ kept, keptPerRequest }) => kept > LIMITS.kept && keptPerRequest > LIMITS.keptPerRequest,
    because: ({ kept, keptPerRequest }) => `${bytes(kept)} more are in use after a garbage collection than before the ` +
      `load: ${bytes(keptPerRequest)} per request`,
    next: 'make heap shows which function allocated what is kept'
  },
  {
    verdict: 'garbage collection pressure',
    applies: ({ gcShare }) => gcShare > LIMITS.gcShare,
    because: ({ gcShare }) => `${percent(gcShare)} of the time goes to garbage collections`,
    next: 'make heap shows what allocates'
  },
  {
    verdict: 'thread pool saturated',
    applies: ({ poolDelay, loopDelay }) =>
      poolDelay > LIMITS.poolDelay && poolDelay > LIMITS.poolToLoop * loopDelay,
    because: ({ poolDelay, loopDelay }) =>
      `a tiny file call waits ${ms(poolDelay)} for a thread, and a timer ${ms(loopDelay)} for the event loop`,
    next: 'look for hashing, compression, DNS lookups or file calls; UV_THREADPOOL_SIZE=8 shows whether threads help'
  },
  {
    verdict: 'cost grows with every request',
    applies: ({ growthAlone, growthUnderLoad, growthBetween }) =>
      Math.max(growthAlone, growthUnderLoad) > LIMITS.growth && growthBetween > LIMITS.growthBetween,
    because: ({ growthAlone, growthBetween }) => `the CPU time of a request grew to ${ratio(growthAlone)} with one ` +
      `connection, and to ${ratio(growthBetween)} of that with many`,
    next: 'make growth measures how fast; make trace shows listeners that are added again and again'
  },
  {
    verdict: 'waiting for dependencies',
    applies: ({ serviceTime, serviceCpu, elu }) => elu < LIMITS.idle && serviceTime > LIMITS.serviceTime &&
      serviceTime > LIMITS.waiting * serviceCpu,
    because: ({ serviceTime, serviceCpu, elu }) => `one request takes ${ms(serviceTime)} and needs ` +
      `${ms(serviceCpu)} of CPU time; under load the event loop works ${percent(elu)} of the time`,
    next: 'look for calls that wait for each other (await one after another), and measure the backend by itself'
  },
  {
    verdict: 'event loop blocked by synchronous I/O',
    applies: ({ syncShare, elu }) => syncShare > LIMITS.syncShare && elu > LIMITS.busy,
    because: ({ syncShare }) => `${percent(syncShare)} of the CPU time is spent in synchronous calls`,
    next: 'use the asynchronous call, or read once at the start'
  },
  {
    verdict: 'event loop blocked by computation',
    applies: ({ cpuPerRequest, elu }) => cpuPerRequest > LIMITS.cpuPerRequest && elu > LIMITS.busy,
    because: ({ cpuPerRequest }) => `a request computes for ${ms(cpuPerRequest)}, and all others wait for it`,
    next: 'make flame shows where; compute less, in slices, or in a worker thread'
  },
  {
    verdict: 'healthy, limited by the load generator',
    applies: ({ generatorBound }) => generatorBound,
    because: ({ cpuPerRequest }) => `a request needs ${ms(cpuPerRequest)} of CPU time, and the generator was busy`,
    next: 'WORKERS=2, or a second machine, loads harder'
  },
  {
    verdict: 'healthy, CPU-bound: one core is the limit',
    applies: ({ elu }) => elu > LIMITS.busy,
    because: ({ cpuPerRequest, elu }) => `a request needs ${ms(cpuPerRequest)} of CPU time, and the event loop works ` +
      `${percent(elu)} of the time`,
    next: 'make cpuprofile shows where the time goes; more processes use more cores'
  },
  {
    verdict: 'not enough evidence: the server was neither busy nor slow',
    applies: () => true,
    because: ({ elu, otherPrograms }) => `the event loop worked ${percent(elu)} of the time; other programs used ` +
      `${percent(otherPrograms)} of a core`,
    next: 'close other programs, or load harder: CONNECTIONS=200'
  }
]

/**
 * @typedef {{verdict: string, because: string, next: string}} Finding
 * @type {(facts: Facts) => {first: Finding, others: Finding[]}} `others`: further faults
 */
function diagnose (facts) {
  const [first, ...others] = RULES.filter(({ applies }) => applies(facts))
    .map(({ verdict, because, next }) => ({ verdict, because: because(facts), next }))
  return { first, others: others.filter(({ verdict }) => !/^(healthy|not enough)/.test(verdict)) }
}

module.exports = { diagnose, LIMITS, RULES }
