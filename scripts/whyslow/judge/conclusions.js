'use strict'

// What there is to say without a fault: the first that applies.

const { bytes, ms, percent, plural, rough } = require('../util/numbers')
const { THREADS } = require('./account')
const { BUSY, GROWING_COST, IDLE, LEAK, MOSTLY, SOME_TRIPS, STALLED, WAIT } = require('./rules')
const { costAndLoad, describeTime, LOAD } = require('./words')

/** @import { Advice, Conclusion, KnownFacts, Unjudged } from '../types' */

const TOO_FEW = 'not enough evidence: too few requests were answered'
const CPU_BOUND = 'CPU-bound'
const FEW = 50 // requests: fewer say nothing of the median
const IDLE_LOOP = 0.05 // of the time, or of a core
const MORE = 0.05 // cores that a process without requests comes to use
const OWN = 0.4 // of the CPU time in one function of the reader's code: it explains the cost
/** @type {{ next: string, options: Advice[] }} */
const LONGER = { next: 'watch it for longer', options: [{ option: 'seconds', value: 60 }] }

/** @type {Conclusion[]} */
const CONCLUSIONS = [
  {
    verdict: 'idle',
    applies ({ answered, elu, threadCores, tripsPerSecond = 0 }) {
      if (answered !== undefined || tripsPerSecond >= SOME_TRIPS) return false
      return elu < IDLE_LOOP && threadCores < IDLE_LOOP
    },
    figure: ({ tripsPerSecond, outsideShare }) =>
      tripsPerSecond && outsideShare > 0.5
        ? `${LOAD}, and waited for {peer}: for work, or for a slow answer`
        : LOAD,
    next: 'watch it while it works'
  },
  {
    verdict: 'requests wait inside the process',
    applies: ({ elu, insideShare, requestMs }) =>
      insideShare >= MOSTLY && requestMs >= WAIT && elu < IDLE,
    figure (facts) {
      const text = describeTime(facts)
      return facts.pool ? text : `${text}: it waits for a timer, a lock or an event`
    },
    next: 'look for a timer or a lock, unless they wait by design, as in a long poll'
  },
  {
    verdict: TOO_FEW,
    applies: ({ isWatched, answered }) => !isWatched && answered < FEW,
    figure: countAnswers,
    next: 'load it for longer, and look at the errors',
    tool: 'bench'
  },
  {
    verdict: 'requests get no answer',
    applies: ({ answered, inProgress, unanswered }) => !answered && !inProgress && unanswered > 0,
    figure ({ connected = {} }) {
      const peers = Object.keys(connected).join(', ')
      const open = peers && `; connections are open to ${peers}`
      return `{unanswered} requests that came in before the watch still wait, and ${LOAD}${open}`
    },
    next: 'look for a connection, a lock or an event that they wait for'
  },
  {
    verdict: 'not enough evidence: no requests arrived',
    applies: ({ answered, inProgress }) => answered === 0 && !inProgress,
    figure: `no request over HTTP/1 began, and ${LOAD}`,
    next: 'watch it while it is used'
  },
  {
    verdict: 'not enough evidence: the requests take longer than the watched time',
    applies: ({ answered, inProgress }) => answered < FEW && inProgress > answered,
    figure: `{inProgress} requests in progress, {answered} answered, and ${LOAD}`,
    ...LONGER
  },
  {
    verdict: TOO_FEW,
    applies: ({ answered }) => answered < FEW,
    figure: countAnswers,
    ...LONGER
  },
  {
    verdict: 'healthy, limited by the load generator',
    isHealthy: true,
    applies: ({ generatorBound }) => generatorBound,
    figure: '{cpuPerRequestMs} of CPU time per request, and the load generator was at its limit',
    next: 'nothing to fix. To load it harder, run the load generator on another machine'
  },
  {
    verdict: CPU_BOUND,
    isHealthy: true,
    applies: ({ elu, ownShare }) => elu >= BUSY && ownShare > OWN,
    shows: 'cpu',
    figure: costAndLoad,
    next: 'check whether all of this work is needed',
    tool: 'flame'
  },
  {
    verdict: 'healthy, CPU-bound: one core is the limit',
    isHealthy: true,
    applies: ({ elu }) => elu >= BUSY,
    shows: 'cpu',
    figure: costAndLoad,
    next: 'nothing to fix. Look where the CPU time goes',
    tool: 'cpuprofile'
  },
  {
    verdict: 'healthy under this load',
    isHealthy: true,
    applies: ({ isWatched }) => isWatched,
    figure: costAndLoad,
    next: 'nothing to fix. Watch it again when it is slow'
  },
  {
    verdict: 'not enough evidence: the server was neither busy nor slow',
    applies: () => true,
    figure: ({ backgroundCores }) =>
      `${LOAD}; other programs used ${percent(backgroundCores)} of a core`,
    next: 'close other programs, or load it with more connections'
  }
]

/**
 * What has to be judged before a process is called healthy.
 * @type {Unjudged[]}
 */
const UNJUDGED = [
  {
    applies: ({ isWatched }, notTested) => !isWatched && notTested.includes(LEAK),
    what: ({ mostKeptBytes = 0 }) => `memory (up to ${bytes(rough(mostKeptBytes))} are kept)`,
    next: 'load it for longer',
    options: [{ option: 'duration', value: 30 }]
  },
  {
    applies: ({ isWatched }, notTested) => isWatched && notTested.includes(LEAK),
    what ({ collections, mostKeptPerRequestBytes: most }) {
      const bound = most < Infinity ? `, up to ${bytes(rough(most))} per request` : ''
      return `memory (${plural(collections, 'collection')}${bound})`
    },
    next: 'collect garbage, and watch it for longer',
    options: [{ option: 'collect', value: true }, ...LONGER.options]
  },
  {
    applies ({ answered, elu, threadCores, mostGrowth }, notTested) {
      if (answered !== undefined) return notTested.includes(GROWING_COST)
      const more = (mostGrowth - 1) * (elu + threadCores)
      return elu > BUSY || !(more < MORE)
    },
    what: () => 'a growing cost',
    ...LONGER
  },
  {
    applies: ({ isWatched, longestStallMs }, notTested) =>
      !isWatched && longestStallMs > 0 && notTested.includes(STALLED),
    what: ({ longestStallMs }) => `pauses of up to ${ms(rough(longestStallMs))}`,
    next: 'run it, and diagnose it by its process id for a minute'
  },
  {
    applies: ({ answered, isWatched }, notTested) =>
      isWatched && answered !== undefined && notTested.includes(STALLED),
    what: ({ longestStallMs = 0 }) =>
      longestStallMs ? `pauses of up to ${ms(rough(longestStallMs))}` : 'pauses',
    ...LONGER
  },
  {
    // Under a load of our own, they show as requests that queue.
    applies: ({ isWatched, threadCores }) => isWatched && threadCores >= THREADS,
    what: ({ threadCores }) => `other threads (${rough(threadCores)} cores)`,
    next: 'take a CPU profile of its worker threads'
  },
  {
    applies: ({ ended }) => Boolean(ended),
    what: () => 'the time that was left',
    next: 'watch it again'
  },
  {
    applies: ({ isWorker }) => isWorker,
    what: () => 'the other workers of the cluster',
    next: 'watch each of them by its process id'
  }
]

/** @param {KnownFacts} facts */
function countAnswers ({ answered, errorShare }) {
  const count = `${plural(answered, 'request')} answered`
  return errorShare === undefined ? count : `${count}, ${percent(errorShare)} failed`
}

module.exports = { CONCLUSIONS, CPU_BOUND, LONGER, TOO_FEW, UNJUDGED }
