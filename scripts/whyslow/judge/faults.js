'use strict'

// The faults: what each is judged by. The strength of a fault is its evidence divided by its limit.
//
// The limits lie between healthy servers and servers with the fault, as measured on Node.js 20 and
// 26. Comments have what the healthy ones showed at most, and the others at least.

const { bytes, ms, number, percent, ratio, rough } = require('../util/numbers')

/** @import { KnownFacts, Rule } from '../types' */

const ANSWERED = 50 // requests: fewer say nothing of the median
const BUSY = 0.8 // event-loop utilisation; healthy under full load 0.94
const UNCOLLECTED = 20e6 // bytes; healthy 10e6, a leak 200e6
const KEPT = 50 // bytes of each request; healthy 20, and a cache that keeps a little of it 250
const IDLE = 0.9 // event-loop utilisation with time left; healthy 0.97, saturated pool 0.5 to 0.87

const FAILING = 'requests fail'
const LEAK = 'memory leak'
const GARBAGE = 'garbage collection pressure'
const POOL = 'thread pool saturated'
const GROWING_COST = 'cost grows with every request'
const CONCURRENCY = 'concurrency without a limit'
const CONNECTIONS = 'connections are not kept alive'
const QUEUE = 'requests queue for something that serves a few at a time'
const STALLED = 'event loop stalled by a job beside the requests'
const SYNC_IO = 'event loop blocked by synchronous I/O'
const LEFT_BEHIND =
  'look for something that every request leaves behind, ' +
  'and later requests have to work through'

// With one request at a time, or as the median of those of others.
const WAITING = {
  verdict: 'waiting for dependencies',
  // Healthy 0.5 ms, the time that it computes; waiting 44 ms, and 5 times that time.
  limits: { serviceTime: 4 },
  /** @param {KnownFacts} facts @param {Record<string, number>} limits */
  strength: ({ serviceTime, serviceCpu, eluServing }, limits) =>
    eluServing < IDLE && serviceTime > 3 * serviceCpu ? serviceTime / limits.serviceTime : 0,
  /** @param {KnownFacts} facts */
  figure ({ isWatched, serviceTime, serviceCpu, backend, callsPerRequest }) {
    const subject = isWatched ? 'a request (the median)' : 'one request at a time'
    const alone = `${subject} takes ${ms(serviceTime)}, and ${ms(serviceCpu)} of CPU time`
    const calls = number(Math.round(callsPerRequest))
    if (calls === '0') return alone
    return `${alone}; ${calls} requests to ${backend} for each of yours`
  },
  next: 'look for calls that wait for one another (one await after the other), ' +
    'and measure the backend by itself'
}

// A rule is tested if all facts that it `needs` are there. It is found from a strength of 1 on. It
// is ruled out if it is not found, and the facts exclude it, unless another fault explains them.
/** @type {Rule[]} */
const FAULTS = [
  {
    verdict: FAILING,
    needs: ['errorShare'],
    limits: { errorShare: 0.05 },
    about: 'requests without an answer, or with a status from 400 on (watched: from 500 on). If ' +
      'more than half fail, nothing else is judged',
    strength: ({ errorShare }, limits) => errorShare / limits.errorShare,
    figure: ({ errorShare }) =>
      `${percent(errorShare)} of the requests get an error, or no answer`,
    next: 'find what the server reports; a fast error says nothing of the answers that count',
    tool: 'bench'
  },
  {
    verdict: LEAK,
    needs: ['keptPerRequest'],
    limits: { kept: 3e6, keptPerRequest: KEPT }, // healthy 1e6
    about: 'memory in use at rest, before the second load and after each of its turns, or after ' +
      'each major collection of a watched process: the lower end of the growth',
    excludes: ({ isWatched, mostKeptPerRequest, uncollected }) =>
      !isWatched || (mostKeptPerRequest < KEPT && uncollected < UNCOLLECTED),
    strength: ({ kept, keptPerRequest }, limits) =>
      Math.min(kept / limits.kept, keptPerRequest / limits.keptPerRequest),
    explainedBy: [CONCURRENCY], // an agent keeps the sockets of its calls
    figure: ({ kept, keptPerRequest }) =>
      `each request keeps ${bytes(rough(keptPerRequest))} at least, ` +
      `${bytes(rough(kept))} in all`,
    next: 'find what allocates, and which object holds it: a list, a Map, a closure',
    tool: 'heap'
  },
  {
    verdict: 'resources that are never released',
    needs: ['openedPerRequest'],
    limits: { openedPerRequest: 0.05 }, // one timer of each request 1
    about: 'what keeps the event loop alive (timers, sockets, watchers), at the same moments',
    strength: ({ answered, openedPerRequest }, limits) =>
      answered < ANSWERED ? 0 : openedPerRequest / limits.openedPerRequest,
    figure ({ opened }) {
      const kinds = Object.entries(opened).map(
        ([kind, more]) => `${number(more)} ${kind}`
      )
      return `more after the load than before: ${kinds.join(', ')}`
    },
    next: 'find what opens them: an interval, a socket or a watcher of each request'
  },
  {
    verdict: GARBAGE,
    needs: ['gcShare'],
    // Share: healthy 0.16, at 0.05 ms per request up to 0.2; churn 0.4.
    limits: { gcShare: 0.25, cpuPerRequest: 0.1 },
    about: 'time in garbage collections, if a request costs more than a little: a server that ' +
      'does little else spends much of its time on garbage',
    excludes: ({ gcShare, mostGcShare = gcShare, cpuPerRequest }, limits) =>
      cpuPerRequest <= limits.cpuPerRequest || mostGcShare < limits.gcShare,
    strength: ({ gcShare, cpuPerRequest }, limits) =>
      cpuPerRequest > limits.cpuPerRequest ? gcShare / limits.gcShare : 0,
    figure: ({ gcShare }) =>
      `${percent(gcShare)} of the time in garbage collections`,
    next: 'find what allocates the most',
    tool: 'heap'
  },
  {
    verdict: POOL,
    needs: ['poolDelay', 'loopDelay'],
    // Saturated 150 ms, or 13 ms if its threads compute in small pieces: then the loop may wait for
    // a core, and seem busy.
    limits: { poolDelay: 15, threadCpu: 0.5 },
    about: 'how long a small file call (`fs.stat`) takes: more than 8 times as long as a timer ' +
      'is late, with the event loop busy for less than 90 % of the time. If other threads ' +
      'compute, 8 ms are enough, however busy the event loop is',
    // A blocked loop delays both, the pool up to 5.5 times as much.
    strength ({ poolDelay, loopDelay, elu, threadCpu }, limits) {
      const doThreadsCompute = threadCpu > limits.threadCpu
      if (poolDelay <= 8 * loopDelay || (elu >= IDLE && !doThreadsCompute)) return 0
      return poolDelay / (doThreadsCompute ? 8 : limits.poolDelay)
    },
    figure: ({ poolDelay, loopDelay }) =>
      `a small file call waits ${ms(poolDelay)} for a thread, ` +
      `a timer ${ms(loopDelay)} for the event loop`,
    next: 'find the hashing, compression, DNS lookups or file calls that fill the four threads',
    tool: 'cpuprofile'
  },
  {
    verdict: GROWING_COST,
    needs: ['costGrowth'],
    // In all: healthy 1.6, growing 4.4. Many connections can make a request more expensive, too,
    // but only once. Alone: healthy 1.0, growing 2.2. Late in the second load: growing 1.3, or less
    // where the growth has slowed down.
    limits: { costGrowth: 2.5, costGrowthAlone: 1.6 },
    about: 'CPU time per request, late in the second load to the lowest with one connection. It ' +
      'also rises with one connection, or to 1.2 × there and by a tenth within the second load',
    strength ({ costGrowth, costGrowthAlone, costGrowthLate }, limits) {
      const isSteady = costGrowthAlone > 1.2 && costGrowthLate > 1.1
      if (!isSteady && costGrowthAlone <= limits.costGrowthAlone) return 0
      return (costGrowth - 1) / (limits.costGrowth - 1)
    },
    figure: ({ costGrowth }) =>
      `late in the load, a request takes ${ratio(costGrowth)} the CPU time of an early one`,
    next: LEFT_BEHIND,
    tool: 'flame'
  },
  {
    verdict: GROWING_COST,
    needs: ['isWatched'],
    excludes: (facts) => facts.leastGrowth !== undefined &&
      facts.listenersPerRequest !== undefined && isCostJudged(facts),
    // In ten seconds: on a busy machine 1.1, growing 1.2; healthy 1.2 if a request costs 0.03 ms.
    limits: { leastGrowth: 1.15, listenersPerRequest: 0.05 },
    about: 'CPU time per request at the end to the beginning, the lower end of the interval: if ' +
      'it is above 0.5 ms, with the event loop busy for more than 80 % of the time. Or ' +
      'listeners of an event, if someone looked for them',
    strength (facts, limits) {
      const { leastGrowth = 1, listenersPerRequest = 0 } = facts
      const growth = isCostJudged(facts) ? (leastGrowth - 1) / (limits.leastGrowth - 1) : 0
      return Math.max(growth, listenersPerRequest / limits.listenersPerRequest)
    },
    figure ({ cpuPerRequest, leastGrowth = 1, listenersPerRequest = 0 }) {
      const parts = [`${ms(cpuPerRequest)} of CPU time per request`]
      if (leastGrowth > 1) {
        parts.push(`at least ${percent(leastGrowth - 1)} more at the end`)
      }
      const listeners = number(rough(listenersPerRequest))
      if (listenersPerRequest) {
        parts.push(`listeners grow by ${listeners} per request`)
      }
      return parts.join('; ')
    },
    next: LEFT_BEHIND,
    tool: 'flame'
  },
  {
    ...WAITING,
    needs: ['serviceTime', 'timeInServer'],
    about: 'time in the server of one request at a time, without the time that other programs ' +
      'had the core: more than 3 times its CPU time, with the event loop busy for less than 90 %'
  },
  {
    ...WAITING,
    needs: ['serviceTime', 'isWatched'],
    about: 'the median time of a request: more than 3 times its CPU time, with the event loop ' +
      'busy for less than 90 % of the time in which requests are in progress',
    explainedBy: [POOL, QUEUE]
  },
  {
    verdict: QUEUE,
    needs: ['timeInServer'],
    limits: { latency: 25 },
    about: 'the median latency under the second load: more than 5 times that of one request at a ' +
      'time, most of it in the server, with the event loop busy for less than 90 % of the time',
    // A pool of one connection takes 50 times as long.
    strength: ({ latency, timeInServer, serviceTime, elu }, limits) =>
      elu < IDLE && latency > limits.latency
        ? Math.min(latency, timeInServer) / serviceTime / 5
        : 0,
    explainedBy: [POOL, CONNECTIONS],
    figure: ({ latency, serviceTime, elu }) =>
      `a request takes ${ms(latency)} under load and ${ms(serviceTime)} alone, ` +
      `while the event loop is busy for ${percent(elu)} of the time`,
    next: 'look at the size of a connection pool, a lock, or a single worker thread'
  },
  {
    verdict: QUEUE,
    needs: ['serviceTime', 'isWatched'],
    // A single worker thread uses 0.5 of a core on a busy machine.
    limits: { serviceTime: 4, threadCpu: 0.4 },
    about: 'the same as for waiting, of a server that sends no requests, while other threads of ' +
      'the process compute',
    strength ({ eluServing, threadCpu, serviceTime, serviceCpu, callsPerRequest }, limits) {
      const isWaiting = eluServing < IDLE && serviceTime > 3 * serviceCpu
      if (!isWaiting || threadCpu < limits.threadCpu || callsPerRequest >= 0.5) return 0
      return serviceTime / limits.serviceTime
    },
    explainedBy: [POOL],
    figure: ({ serviceTime, elu, threadCpu }) =>
      `a request (the median) takes ${ms(rough(serviceTime))}; the event loop is busy for ` +
      `${percent(elu)} of the time, and other threads of the process use ${rough(threadCpu)} cores`,
    next: 'look at a single worker thread, the size of a connection pool, or a lock'
  },
  {
    verdict: CONCURRENCY,
    needs: ['callsAtOnce'],
    limits: { callsAtOnce: 20 },
    about: 'requests to other servers that one request has in progress',
    strength: ({ callsAtOnce }, limits) => callsAtOnce / limits.callsAtOnce,
    figure: ({ callsAtOnce, backend }) =>
      `one request has up to ${number(callsAtOnce)} requests to ${backend} in progress at once`,
    next: 'limit how many run at once, or ask for all in one request'
  },
  {
    verdict: STALLED,
    needs: ['stalls'],
    // A job 0.3 of the time; a healthy server on a busy machine 0.1. The requests of a running
    // server stall it, too, but seldom in callbacks of timers.
    limits: { stalls: 2, stallShare: 0.1, timerShare: 0.2 },
    about: 'delays of a timer that no request explains (started: with one connection; twice the ' +
      'share if other programs use half a core). Watched: with so much CPU time in callbacks of ' +
      'timers',
    excludes: ({ isWatched, stalls, stallShare }, limits) =>
      !isWatched || stalls < limits.stalls || stallShare < limits.stallShare,
    strength ({ isWatched, stalls, stallShare, timerShare, backgroundCpu }, limits) {
      if (stalls < limits.stalls || (isWatched && timerShare < limits.timerShare)) return 0
      return stallShare / (backgroundCpu > 0.5 ? 2 * limits.stallShare : limits.stallShare)
    },
    explainedBy: [GROWING_COST],
    figure: ({ isWatched, stalls, stallShare, longestStall }) =>
      `${isWatched ? '' : 'with one connection, '}${stalls} stalls of up to ` +
      `${ms(Math.round(longestStall))}, ${percent(stallShare)} of the time`,
    next: 'find the timer or job that computes; do it in slices, or in a worker thread',
    tool: 'cpuprofile'
  },
  {
    verdict: CONNECTIONS,
    needs: ['connectionsPerRequest'],
    limits: { connectionsPerRequest: 0.2 }, // healthy 0.01
    about: 'connections that the server accepts, beyond those of our load',
    strength: ({ connectionsPerRequest }, limits) =>
      connectionsPerRequest / limits.connectionsPerRequest,
    figure: ({ connectionsPerRequest }) =>
      `${percent(Math.min(1, connectionsPerRequest))} of the requests open a connection`,
    next: 'find what closes them: the header Connection: close, or maxRequestsPerSocket'
  },
  {
    verdict: SYNC_IO,
    needs: ['syncShare'],
    limits: { syncShare: 0.25, elu: BUSY }, // healthy 0.01, synchronous I/O 0.6
    about: 'CPU time in functions of `node:fs` and `node:child_process` whose names end in `Sync`',
    strength: ({ syncShare, elu }, limits) => elu > limits.elu ? syncShare / limits.syncShare : 0,
    figure: ({ syncShare }) =>
      `${percent(syncShare)} of the CPU time in synchronous calls`,
    next: 'find the call; use the asynchronous one, or read once at the start',
    tool: 'flame'
  },
  {
    verdict: 'event loop blocked by computation',
    needs: ['cpuPerRequest'],
    limits: { cpuPerRequest: 2, elu: BUSY }, // healthy 0.6 ms, computing 4.7 ms
    about: 'CPU time per request, of an event loop that is busy, or has no time left while ' +
      'requests that come in bursts are in progress',
    strength (facts, limits) {
      const isBusy = facts.elu > limits.elu || areInBursts(facts)
      return isBusy ? facts.cpuPerRequest / limits.cpuPerRequest : 0
    },
    explainedBy: [GROWING_COST, SYNC_IO, GARBAGE, POOL, CONCURRENCY],
    figure (facts) {
      if (!areInBursts(facts)) return costAndLoad(facts)
      return `${costAndLoad(facts)} (${percent(facts.eluServing)} while requests were in progress)`
    },
    next: 'find what computes; do less of it, in slices, or in a worker thread',
    tool: 'flame'
  }
]

// Requests that arrive together queue for the event loop, which has time left between the bursts.
function areInBursts ({ isWatched, elu, eluServing, latency, serviceCpu }) {
  return isWatched && elu <= BUSY && eluServing >= IDLE && latency > 3 * serviceCpu
}

function isCostJudged ({ elu, cpuPerRequest }) {
  return elu > BUSY && cpuPerRequest > 0.5
}

function loopLoad (elu) {
  return `the event loop was busy for ${percent(elu)} of the time`
}

function costAndLoad ({ answered, cpuPerRequest, elu }) {
  const cost = answered
    ? `${ms(cpuPerRequest)} of CPU time per request`
    : 'no request was answered'
  return `${cost}, with the event loop busy for ${percent(elu)} of the time`
}

module.exports = {
  costAndLoad,
  loopLoad,
  ANSWERED,
  BUSY,
  CONCURRENCY,
  FAILING,
  FAULTS,
  LEAK,
  STALLED,
  UNCOLLECTED
}
