'use strict'

// What there is to say without a fault: the first that applies.

const { ms, number, percent } = require('../util/numbers')
const {
  costAndLoad, isInside, isWaiting, loopLoad, waitingFigure,
  ANSWERED, BUSY, SOME_TRIPS, WAITING
} = require('./faults')

/** @import { Conclusion, KnownFacts } from '../types' */

const TOO_FEW = 'not enough evidence: too few requests were answered'
const CPU_BOUND = 'CPU-bound'
const IDLE_LOOP = 0.05 // of the time, or of a core
const OWN = 0.4 // of the CPU time in one function of the reader's code: it explains the cost

/** @type {Conclusion[]} */
const CONCLUSIONS = [
  {
    verdict: 'idle',
    applies ({ answered, elu, threadCores, tripsPerSecond = 0 }) {
      if (answered !== undefined || tripsPerSecond >= SOME_TRIPS) return false
      return elu < IDLE_LOOP && threadCores < IDLE_LOOP
    },
    figure: ({ elu, peer, tripsPerSecond, outsideShare }) =>
      tripsPerSecond && outsideShare > 0.5
        ? `${loopLoad(elu)}, and waited for ${peer}: for work, or for a slow answer`
        : loopLoad(elu),
    next: 'watch it while it works'
  },
  {
    verdict: TOO_FEW,
    applies: ({ isWatched, answered }) => !isWatched && answered < ANSWERED,
    figure: countAnswers,
    next: 'load it for longer; a bench shows the errors',
    tool: 'bench'
  },
  {
    verdict: 'not enough evidence: no requests arrived',
    applies: ({ answered, inProgress }) => answered === 0 && !inProgress,
    figure: ({ elu }) => `no request over HTTP/1 began, and ${loopLoad(elu)}`,
    next: 'watch it while it is used, or for longer: --seconds=60'
  },
  {
    verdict: 'not enough evidence: the requests take longer than the watched time',
    applies: ({ answered, inProgress }) => answered < ANSWERED && inProgress > answered,
    figure: ({ answered, inProgress, elu }) =>
      `${number(inProgress)} requests in progress, ${number(answered)} answered, ` +
      `and ${loopLoad(elu)}`,
    next: '--seconds=60 watches longer'
  },
  {
    verdict: TOO_FEW,
    applies: ({ answered }) => answered < ANSWERED,
    figure: countAnswers,
    next: '--seconds=60 watches longer'
  },
  {
    verdict: 'requests wait inside the process',
    applies: (facts) => isInside(facts) && isWaiting(facts) &&
      facts.serviceTimeMs >= WAITING.limits.serviceTimeMs,
    figure: (facts) => `${waitingFigure(facts)}, while nothing outside the process is in ` +
      'progress: it waits for a timer or an event',
    next: 'nothing, if that is by design, as in a long poll; or look for a timer or a lock'
  },
  {
    verdict: 'healthy, limited by the load generator',
    isHealthy: true,
    applies: ({ generatorBound }) => generatorBound,
    figure: ({ cpuPerRequestMs }) =>
      `${ms(cpuPerRequestMs)} of CPU time per request, and the load generator was at its limit`,
    next: 'nothing to find; to load it harder, run the load generator on another machine'
  },
  {
    verdict: CPU_BOUND,
    isHealthy: true,
    applies: ({ elu, ownShare }) => elu >= BUSY && ownShare > OWN,
    shows: 'cpu',
    figure: costAndLoad,
    next: 'see whether it has to do so much. More processes use more cores',
    tool: 'flame'
  },
  {
    verdict: 'healthy, CPU-bound: one core is the limit',
    isHealthy: true,
    applies: ({ elu }) => elu >= BUSY,
    shows: 'cpu',
    figure: costAndLoad,
    next: 'nothing to find; see what a request costs and where. More processes use more cores',
    tool: 'cpuprofile'
  },
  {
    verdict: 'healthy under this load',
    isHealthy: true,
    applies: ({ isWatched }) => isWatched,
    figure: costAndLoad,
    next: 'nothing to find; watch it again when it is slow'
  },
  {
    verdict: 'not enough evidence: the server was neither busy nor slow',
    applies: () => true,
    figure: ({ elu, backgroundCores }) =>
      `${loopLoad(elu)}; other programs used ${percent(backgroundCores)} of a core`,
    next: 'close other programs, or load it with more connections'
  }
]

/** @param {KnownFacts} facts */
function countAnswers ({ answered, errorShare }) {
  const count = `${number(answered)} requests answered`
  return errorShare === undefined ? count : `${count}, ${percent(errorShare)} failed`
}

module.exports = { CONCLUSIONS, CPU_BOUND, TOO_FEW }
