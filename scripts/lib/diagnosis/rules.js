'use strict'

// From facts to findings: a table of faults, and one of what there is to say without a fault. The
// strength of a fault is its evidence divided by its limit. From 1 on, the fault is there, and the
// strongest is the verdict.
//
// The limits lie between healthy servers and servers with the fault, as measured on Node.js 20 and
// 26. Comments have what the healthy ones showed at most, and the others at least.

const { bytes, ms, number, percent, ratio, rough } = require('../base/format')

/** @import { Facts, Findings } from './types' */

const ANSWERED = 50 // requests: fewer say nothing of the median
const MOST = 0.5 // of the requests fail: the others say nothing of the server
const BUSY = 0.8 // event-loop utilisation; healthy under full load 0.94
const UNCOLLECTED = 20e6 // bytes; healthy 10e6, a leak 200e6
const KEPT = 50 // bytes of each request; healthy 20, and a cache that keeps a little of it 250
const IDLE = 0.9 // event-loop utilisation with time left; healthy 0.97, saturated pool 0.5 to 0.87

const FAILING = 'requests fail'
const GARBAGE = 'garbage collection pressure'
const POOL = 'thread pool saturated'
const GROWING_COST = 'cost grows with every request'
const CONCURRENCY = 'concurrency without a limit'
const CONNECTIONS = 'connections are not kept alive'
const QUEUE = 'requests queue for something that serves a few at a time'
const STALLED = 'event loop stalled by a job beside the requests'
const SYNC_IO = 'event loop blocked by synchronous I/O'
const COMPUTING = [GROWING_COST, SYNC_IO, GARBAGE, POOL, CONCURRENCY]
const LEFT_BEHIND =
  'look for something that every request leaves behind, ' +
  'and later requests have to work through'
const TOO_FEW = 'not enough evidence: too few requests were answered'

// `only`: a server that was loaded, first with one connection, or a running one that was watched.
// `unless`: another fault explains it, so it is neither found nor ruled out.
// Of a running server, a fault is not tested
// - `needsAnswers`: if it has answered too few requests;
// - `needs`: if it is not found, and one of these facts is absent;
// - `excludes`: if it is not found, and the facts do not exclude it.
/** @type {any[]} */
const FAULTS = [
  {
    verdict: FAILING,
    needsAnswers: true,
    strength: ({ errorShare }) => errorShare / 0.05,
    figure: ({ errorShare }) =>
      `${percent(errorShare)} of the requests get an error, or no answer`,
    next: 'find what the server reports; a fast error says nothing of the answers that count',
    tool: 'bench'
  },
  {
    verdict: 'memory leak',
    needsAnswers: true,
    excludes: ({ mostKeptPerRequest, uncollected }) =>
      mostKeptPerRequest < KEPT && uncollected < UNCOLLECTED,
    // Bytes: healthy 1e6.
    strength: ({ kept, keptPerRequest }) =>
      Math.min(kept / 3e6, keptPerRequest / KEPT),
    unless: (facts) => isFound(CONCURRENCY, facts), // an agent keeps the sockets of its calls
    figure: ({ kept, keptPerRequest }) =>
      `each request keeps ${bytes(rough(keptPerRequest))} at least, ` +
      `${bytes(rough(kept))} in all`,
    next: 'find what allocates, and which object holds it: a list, a Map, a closure',
    tool: 'heap'
  },
  {
    verdict: 'resources that are never released',
    only: 'loaded',
    // One timer of each request 1.
    strength: ({ answered, openedPerRequest }) =>
      answered < ANSWERED ? 0 : openedPerRequest / 0.05,
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
    excludes: ({ mostGcShare, cpuPerRequest }) => cpuPerRequest <= 0.1 || mostGcShare < 0.25,
    // Share: healthy 0.16, at 0.05 ms per request up to 0.2; churn 0.4.
    strength: ({ gcShare, cpuPerRequest }) =>
      cpuPerRequest > 0.1 ? gcShare / 0.25 : 0,
    figure: ({ gcShare }) =>
      `${percent(gcShare)} of the time in garbage collections`,
    next: 'find what allocates the most',
    tool: 'heap'
  },
  {
    verdict: POOL,
    needs: ['poolDelay', 'loopDelay'],
    // A blocked loop delays both, the pool up to 5.5 times as much. Saturated 150 ms, or 13 ms if
    // its threads compute in small pieces: then the loop may wait for a core, and seem busy.
    strength ({ poolDelay, loopDelay, elu, threadCpu }) {
      const doThreadsCompute = threadCpu > 0.5
      if (poolDelay <= 8 * loopDelay || (elu >= IDLE && !doThreadsCompute)) return 0
      return poolDelay / (doThreadsCompute ? 8 : 15)
    },
    figure: ({ poolDelay, loopDelay }) =>
      `a small file call waits ${ms(poolDelay)} for a thread, ` +
      `a timer ${ms(loopDelay)} for the event loop`,
    next: 'find the hashing, compression, DNS lookups or file calls that fill the four threads',
    tool: 'cpuprofile'
  },
  {
    verdict: GROWING_COST,
    only: 'loaded',
    // In all: healthy 1.6, growing 4.4. Many connections can make a request more expensive, too,
    // but only once. Alone: healthy 1.0, growing 2.2. Late in the second load: growing 1.3, or less
    // where the growth has slowed down.
    strength ({ costGrowth, costGrowthAlone, costGrowthLate }) {
      const isSteady = costGrowthAlone > 1.2 && costGrowthLate > 1.1
      return isSteady || costGrowthAlone > 1.6 ? (costGrowth - 1) / 1.5 : 0
    },
    figure: ({ costGrowth }) =>
      `late in the load, a request takes ${ratio(costGrowth)} the CPU time of an early one`,
    next: LEFT_BEHIND,
    tool: 'flame'
  },
  {
    verdict: GROWING_COST,
    only: 'watched',
    needs: ['leastGrowth', 'listenersPerRequest'],
    excludes: isCostJudged,
    // In ten seconds: on a busy machine 1.1, growing 1.2; healthy 1.2 if a request costs 0.03 ms.
    strength (facts) {
      const { leastGrowth = 1, listenersPerRequest = 0 } = facts
      const growth = isCostJudged(facts) ? (leastGrowth - 1) / 0.15 : 0
      return Math.max(growth, listenersPerRequest / 0.05)
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
    verdict: 'waiting for dependencies',
    needsAnswers: true,
    // Healthy 0.5 ms, the time that it computes; waiting 44 ms, and 5 times that time.
    strength: ({ serviceTime, serviceCpu, eluServing }) =>
      eluServing < IDLE && serviceTime > 3 * serviceCpu ? serviceTime / 4 : 0,
    unless: (facts) => facts.isWatched && (isFound(POOL, facts) || isFound(QUEUE, facts)),
    figure ({ isWatched, serviceTime, serviceCpu, backend, callsPerRequest }) {
      const subject = isWatched
        ? 'a request (the median)'
        : 'one request at a time'
      const alone = `${subject} takes ${ms(serviceTime)}, and ${ms(serviceCpu)} of CPU time`
      const calls = number(Math.round(callsPerRequest))
      return calls === '0'
        ? alone
        : `${alone}; ${calls} requests to ${backend} for each of yours`
    },
    next:
      'look for calls that wait for one another (one await after the other), ' +
      'and measure the backend by itself'
  },
  {
    verdict: QUEUE,
    only: 'loaded',
    // A pool of one connection takes 50 times as long.
    strength: ({ latency, timeInServer, serviceTime, elu }) =>
      elu < IDLE && latency > 25
        ? Math.min(latency, timeInServer) / serviceTime / 5
        : 0,
    unless: (facts) => isFound(POOL, facts) || isFound(CONNECTIONS, facts),
    figure: ({ latency, serviceTime, elu }) =>
      `a request takes ${ms(latency)} under load and ${ms(serviceTime)} alone, ` +
      `while the event loop is busy for ${percent(elu)} of the time`,
    next: 'look at the size of a connection pool, a lock, or a single worker thread'
  },
  {
    verdict: QUEUE,
    only: 'watched',
    needsAnswers: true,
    // A single worker thread uses 0.5 of a core on a busy machine.
    strength: ({ eluServing, threadCpu, serviceTime, serviceCpu, callsPerRequest }) =>
      eluServing < IDLE && threadCpu >= 0.4 && callsPerRequest < 0.5 && serviceTime > 3 * serviceCpu
        ? serviceTime / 4
        : 0,
    unless: (facts) => isFound(POOL, facts),
    figure: ({ serviceTime, elu, threadCpu }) =>
      `a request (the median) takes ${ms(rough(serviceTime))}; the event loop is busy for ` +
      `${percent(elu)} of the time, and other threads of the process use ${rough(threadCpu)} cores`,
    next: 'look at a single worker thread, the size of a connection pool, or a lock'
  },
  {
    verdict: CONCURRENCY,
    only: 'loaded',
    strength: ({ callsAtOnce }) => callsAtOnce / 20,
    figure: ({ callsAtOnce, backend }) =>
      `one request has up to ${number(callsAtOnce)} requests to ${backend} in progress at once`,
    next: 'limit how many run at once, or ask for all in one request'
  },
  {
    verdict: STALLED,
    excludes: ({ stalls, stallShare }) => stalls < 2 || stallShare < 0.1,
    // A job 0.3 of the time; a healthy server on a busy machine 0.1. The requests of a running
    // server stall it, too, but seldom in callbacks of timers.
    strength ({ isWatched, stalls, stallShare, timerShare, backgroundCpu }) {
      if (stalls < 2 || (isWatched && timerShare < 0.2)) return 0
      return stallShare / (backgroundCpu > 0.5 ? 0.2 : 0.1)
    },
    unless: (facts) => isFound(GROWING_COST, facts),
    figure: ({ isWatched, stalls, stallShare, longestStall }) =>
      `${isWatched ? '' : 'with one connection, '}${stalls} stalls of up to ` +
      `${ms(Math.round(longestStall))}, ${percent(stallShare)} of the time`,
    next: 'find the timer or job that computes; do it in slices, or in a worker thread',
    tool: 'cpuprofile'
  },
  {
    verdict: CONNECTIONS,
    needsAnswers: true,
    strength: ({ connectionsPerRequest }) => connectionsPerRequest / 0.2, // healthy 0.01
    figure: ({ connectionsPerRequest }) =>
      `${percent(Math.min(1, connectionsPerRequest))} of the requests open a connection`,
    next: 'find what closes them: the header Connection: close, or maxRequestsPerSocket'
  },
  {
    verdict: SYNC_IO,
    // Healthy 0.01, synchronous I/O 0.6.
    strength: ({ syncShare, elu }) => elu > BUSY ? syncShare / 0.25 : 0,
    figure: ({ syncShare }) =>
      `${percent(syncShare)} of the CPU time in synchronous calls`,
    next: 'find the call; use the asynchronous one, or read once at the start',
    tool: 'flame'
  },
  {
    verdict: 'event loop blocked by computation',
    // Healthy 0.6 ms, computing 4.7 ms.
    strength: (facts) => facts.elu > BUSY || areInBursts(facts) ? facts.cpuPerRequest / 2 : 0,
    unless: (facts) => COMPUTING.some((verdict) => isFound(verdict, facts)),
    figure (facts) {
      if (!areInBursts(facts)) return costAndLoad(facts)
      return `${costAndLoad(facts)} (${percent(facts.eluServing)} while requests were in progress)`
    },
    next: 'find what computes; do less of it, in slices, or in a worker thread',
    tool: 'flame'
  }
]

// Without a fault, the first that applies.
/** @type {any[]} */
const HEALTHY = [
  {
    verdict: 'not enough evidence: each garbage collection left more memory',
    applies: ({ collections, uncollected }) => collections > 1 && uncollected >= UNCOLLECTED,
    figure: ({ collections, uncollected }) =>
      `${collections} major collections, and ${bytes(rough(uncollected))} more after the last: ` +
      'a leak, or a cache that fills',
    next: 'WATCH=60 watches longer; COLLECT=1 collects garbage five times'
  },
  {
    verdict: 'not enough evidence: the heap grew, and was not collected',
    applies: ({ uncollected }) => uncollected >= UNCOLLECTED,
    figure: ({ uncollected }) =>
      `${bytes(rough(uncollected))} more in use; only a collection tells whether that is garbage`,
    next: 'COLLECT=1 collects garbage five times, or WATCH=60 waits for it'
  },
  {
    verdict: TOO_FEW,
    applies: ({ isWatched, answered }) => !isWatched && answered < ANSWERED,
    figure: countAnswers,
    next: 'DURATION=30 gets more answers; a bench shows the errors',
    tool: 'bench'
  },
  {
    verdict: 'not enough evidence: no requests arrived',
    applies: ({ answered, inProgress }) => !answered && !inProgress,
    figure: ({ elu }) => `no request over HTTP/1 began, and ${loopLoad(elu)}`,
    next: 'watch it while it is used, or for longer: WATCH=60'
  },
  {
    verdict:
      'not enough evidence: the requests take longer than the watched time',
    applies: ({ answered, inProgress }) =>
      answered < ANSWERED && inProgress > answered,
    figure: ({ answered, inProgress, elu }) =>
      `${number(inProgress)} requests in progress, ${number(answered)} answered, ` +
      `and ${loopLoad(elu)}`,
    next: 'WATCH=60 watches longer'
  },
  {
    verdict: TOO_FEW,
    applies: ({ answered }) => answered < ANSWERED,
    figure: countAnswers,
    next: 'WATCH=60 watches longer'
  },
  {
    verdict: 'healthy, limited by the load generator',
    applies: ({ generatorBound }) => generatorBound,
    figure: ({ cpuPerRequest }) =>
      `${ms(cpuPerRequest)} of CPU time per request, and the load generator was at its limit`,
    next: 'nothing to find; to load it harder, run the load generator on another machine'
  },
  {
    verdict: 'healthy, CPU-bound: one core is the limit',
    applies: ({ elu }) => elu >= BUSY,
    figure: costAndLoad,
    next: 'nothing to find; see what a request costs and where. More processes use more cores',
    tool: 'cpuprofile'
  },
  {
    verdict: 'healthy under this load',
    applies: ({ isWatched }) => isWatched,
    figure: costAndLoad,
    next: 'nothing to find; watch it again when it is slow'
  },
  {
    verdict: 'not enough evidence: the server was neither busy nor slow',
    applies: () => true,
    figure: ({ elu, backgroundCpu }) =>
      `${loopLoad(elu)}; other programs used ${percent(backgroundCpu)} of a core`,
    next: 'close other programs, or load it harder: CONNECTIONS=200'
  }
]

// Requests that arrive together queue for the event loop, which has time left between the bursts.
function areInBursts ({ isWatched, elu, eluServing, serviceTime, serviceCpu }) {
  return isWatched && elu <= BUSY && eluServing >= IDLE && serviceTime > 3 * serviceCpu
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

function countAnswers ({ answered, errorShare }) {
  return `${number(answered)} requests answered, ${percent(errorShare)} failed`
}

function isFound (verdict, facts) {
  const rules = FAULTS.filter(
    (rule) => rule.verdict === verdict && isMeant(rule, facts)
  )
  return rules.some(({ strength }) => strength(facts) >= 1)
}

function isMeant ({ only, needsAnswers }, facts) {
  if (!facts.isWatched) return only !== 'watched'
  return only !== 'loaded' && !(needsAnswers && facts.answered < ANSWERED)
}

function isExcluded ({ needs = [], excludes }, facts) {
  if (!facts.isWatched) return true
  const isKnown = needs.every((name) => facts[name] !== undefined)
  return isKnown && (excludes?.(facts) ?? true)
}

/**
 * Judges facts by all rules.
 * @param {Facts} facts
 * @returns {Findings}
 */
function diagnose (facts) {
  function finding ({ verdict, strength, figure, next, tool }) {
    return {
      verdict,
      strength: strength?.(facts) ?? 0,
      figure: figure(facts),
      next,
      tool
    }
  }

  function findingsOf (first, others = [], ruledOut = [], explained = []) {
    const judged = [first, ...others, ...ruledOut, ...explained].map(({ verdict }) => verdict)
    const notTested = VERDICTS.filter((verdict) => !judged.includes(verdict))
    return { first, others, ruledOut, notTested }
  }

  const healthy = HEALTHY.find(({ applies }) => applies(facts))
  const isUnknown = healthy.verdict === TOO_FEW && !facts.isWatched
  // So many calls at once may leave no answer under many connections.
  if (isUnknown && !isFound(CONCURRENCY, facts)) return findingsOf(finding(healthy))
  const meant = FAULTS.filter((rule) => isMeant(rule, facts))
  const explained = meant.filter(({ unless }) => unless?.(facts))
  const rules = meant.filter((rule) => !explained.includes(rule))
  const found = rules.filter(({ strength }) => strength(facts) >= 1).map(finding)
  const failing = found.find(({ verdict }) => verdict === FAILING)
  if (failing && facts.errorShare > MOST) return findingsOf(failing)
  const excluded = rules.filter((rule) => rule.strength(facts) < 1 && isExcluded(rule, facts))
  found.sort((a, b) => b.strength - a.strength)
  const [first = finding(healthy), ...others] = found
  return findingsOf(first, others, excluded.map(finding), explained)
}

const VERDICTS = Array.from(new Set(FAULTS.map(({ verdict }) => verdict)))

module.exports = { diagnose, BUSY, FAILING, FAULTS, HEALTHY, STALLED, TOO_FEW }
