'use strict'

// From what was observed to the figures that the rules judge, with the unit in each name. A figure
// that this way of observing cannot have is absent.

const { isInTimer } = require('../frames/frames')
const { median, sum } = require('../util/numbers')
const { readCostGrowth, readCosts } = require('./costs')
const { sumOf, total } = require('./intervals')
const { readKept, readMemory, readOpenFiles, readRests } = require('./memory')
const { isSyncIo, ownShare } = require('./samples')
const { addShares } = require('./shares')
const { readTime } = require('./time')

/** @import { Evidence, Facts, Interval, LoadedPhase, Peer, Phase, Queue, Route } from '../types' */
/** @import { SentLoad, StackSample } from '../types' */

const FEW_REQUESTS = 50 // fewer say nothing of the median
const TICK = 100 // ms between two looks of the observer
const TOGETHER = 50 // requests that may come at once
const STALL = 50 // ms that a timer is late
const FEW = 5 // intervals: fewer say nothing of a trend
const MANY_LISTENERS = 10 // so many more are no chance
// Of fewer requests, there is no share and no median.
/** @type {(keyof Facts)[]} */
const OF_MANY = [
  'connectionsPerRequest', 'serviceTimeMs', 'childrenPerRequest', 'listenersPerRequest',
  'connectsPerRequest', 'keptBytes', 'keptPerRequestBytes', 'keptPerSecondBytes', 'opened',
  'openedPerRequest', 'costGrowth', 'costGrowthAlone', 'costGrowthInPause', 'leastGrowth',
  'mostGrowth'
]
const STARVED = 0.2 // of the time without a core
const SELDOM = 0.1 // of all requests: what stalls is no usual one

/**
 * Reads the facts of a process. The requests with one connection are "alone"; of a load of others,
 * nobody knows which are, and all count.
 * @param {Evidence} evidence
 * @param {StackSample[]} [samples] of its CPU profile, if there is one
 * @returns {Facts}
 */
function readFacts (evidence, samples) {
  const { phases } = evidence
  const at = mainIndex(phases)
  const facts = at > 0
    ? readLoaded(/** @type {LoadedPhase[]} */ (phases), at, samples)
    : readWatched(evidence, samples)
  if (Number(facts.answered) < FEW_REQUESTS) for (const name of OF_MANY) delete facts[name]
  return addShares(facts)
}

// Of a server that was started and loaded.
/** @param {LoadedPhase[]} phases @param {number} at @param {StackSample[]} [samples] */
function readLoaded (phases, at, samples) {
  const main = phases[at]
  const plain = total(main.intervals)
  const early = phases.slice(0, at).flatMap(({ intervals }) => intervals)
  const requests = readRequests(plain, totalAlone(phases), main.load)
  return {
    ...readProcess(plain, plain, samples),
    ...requests,
    ...readUnsent(main.intervals),
    ...readLoads(phases, at),
    ...readTime(main.intervals, { alone: early, requests }),
    ...readFailures(plain)
  }
}

/** @param {Evidence} evidence @param {StackSample[]} [samples] @returns {Facts} */
function readWatched ({ phases, isWorker, ended, routes = [] }, samples) {
  const [{ intervals }] = phases
  const plain = total(intervals)
  const everything = phases.flatMap(({ intervals }) => intervals)
  const all = total(everything)
  const facts = {
    ...readProcess(all, plain, samples),
    ...readMemory(intervals),
    ...readUnsent(intervals),
    isWatched: /** @type {const} */ (true),
    isWorker,
    ended,
    connected: all.connected,
    collections: all.collected.length,
    ...readFailures(all)
  }
  const watched = { plain: intervals }
  if (!all.isServer) {
    return { ...facts, ...readJob(all, intervals), ...readTime(everything, watched) }
  }
  const requests = {
    // The profilers of the last phase cost CPU time.
    ...readRequests(all, plain.answered ? plain : all),
    ...readCostGrowth(intervals),
    ...readKept(all, intervals, 'requests'),
    ...readOpenFiles(intervals, all.answered),
    latencyP99Ms: all.latencyP99
  }
  // A CPU profiler makes an idle event loop look busy.
  const blockedPerRequestMs = plain.answered ? requests.blockedPerRequestMs : undefined
  const byTimers = shareOf(samples, isInTimer)
  const { stallShare = 0 } = requests
  const isStarved = facts.coreWaitShare > STARVED // then any request seems to stall the others
  return {
    ...facts,
    ...requests,
    blockedPerRequestMs,
    stallsByTimers: byTimers && stallShare && Math.min(1, byTimers * facts.elu / stallShare),
    stallRoute: isStarved ? undefined : findStallRoute(routes, requests, all.time),
    ...readTime(everything, { ...watched, requests })
  }
}

// The phase with many connections, or with the load of others.
/** @param {Phase[]} phases */
function mainIndex (phases) {
  return phases.findIndex(({ load }) => load?.connections !== 1)
}

// Adds up the phase with one connection before that, or the load of others.
/** @param {Phase[]} phases */
function totalAlone (phases) {
  return total(phases[Math.max(0, mainIndex(phases) - 1)].intervals)
}

// `plain`: without a profiler.
/** @param {Interval} all @param {Interval} plain @param {StackSample[]} [samples] */
function readProcess (all, plain, samples) {
  const { files, fileLimit } = all
  const elu = eluOf(plain.loop)
  return {
    elu,
    threadCores: plain.cpuTime / plain.time - elu,
    coreWaitShare: plain.coreWait / plain.time,
    gcShare: all.gcTime / all.time,
    poolDelayMs: median(all.poolDelays),
    loopDelayMs: median(all.timerDelays),
    longestPauseMs: all.longestPause,
    syncShare: shareOf(samples, isSyncIo),
    ownShare: samples && ownShare(samples),
    files: fileLimit ? files : undefined,
    filesShare: fileLimit ? files / fileLimit : undefined
  }
}

/**
 * @param {Interval} all
 * @param {Interval} single of requests alone
 * @param {SentLoad} [load]
 */
function readRequests (all, single, load) {
  const { loop, coreWait, peers, children } = single
  const requests = Math.max(1, single.answered)
  const calling = Math.max(requests, single.served) // those in progress call others, too
  const answered = load?.answered ?? all.answered
  const serviceCpuMs = single.cpuTime / requests
  // What the end of a load cuts off has its part in the CPU time.
  const isMany = load && answered >= FEW_REQUESTS
  const cpuPerRequestMs = isMany ? all.cpuTime / answered : serviceCpuMs
  const inProgress = median(all.looks.map((look) => look.requests)) ?? 0
  // What requests compute in turn explains a delay, and is no stall. A request of each connection
  // may queue where nobody sees it.
  const queueMs = cpuPerRequestMs * Math.max(load?.connections ?? TOGETHER, inProgress)
  const together = readStalls(all.loopDelays, queueMs)
  const added = single.listeners?.added ?? 0
  const serviceTimeMs = load
    ? (single.serviceTime - coreWait) / Math.max(1, single.served)
    : all.latency
  const ended = load ? answered + load.errors : all.ended
  const errorShare = load ? errorShareOf(load, all) : all.failed / ended
  return {
    ...readStalls((load ? single : all).loopDelays, serviceCpuMs),
    ...readWaits(single),
    answered,
    answeredPerSecond: answered / (load ? load.took : all.time) * 1000,
    cpuPerRequestMs,
    errorShare: ended < FEW_REQUESTS ? undefined : errorShare,
    connectionsPerRequest:
      Math.max(0, all.sockets - (load?.connectionsClosed ?? 0)) / Math.max(1, all.served),
    serviceCpuMs,
    serviceTimeMs: Math.max(serviceCpuMs, serviceTimeMs),
    latencyMs: load?.latency ?? all.latency,
    inProgress,
    blockedPerRequestMs: Math.max(0, loop.active - coreWait - single.cpuTime) / requests,
    childrenPerRequest: children / requests,
    listenersPerRequest: added > MANY_LISTENERS ? added / requests : 0,
    connectsPerRequest: sumOf(peers, 'connects') / calling,
    ...readQueue(all.queue),
    loadStalls: together.stalls,
    loadStallShare: together.stallShare && Math.max(0, together.stallShare - all.gcTime / all.time),
    longestLoadStallMs: together.longestStallMs
  }
}

// What only loads of our own can tell.
/** @param {LoadedPhase[]} phases @param {number} at */
function readLoads (phases, at) {
  const alone = phases[at - 1]
  const [late, paused] = phases.slice(at + 1)
  const early = phases.slice(0, at).flatMap(({ intervals }) => intervals)
  const { load, rests } = phases[at]
  const single = totalAlone(phases)
  return {
    answeredAlone: alone.load.answered,
    errorShareAlone: alone.load.answered ? errorShareOf(alone.load, single) : undefined,
    failures: load.failures,
    connectionsAtOnce: load.connections,
    slowdown: rateOf(alone.load) / rateOf(load),
    tripsAtOnce: single.tripsAtOnce,
    generatorBound: load.generatorBound,
    backgroundCores: Math.max(...phases.slice(1).map(({ load }) => load.backgroundCpu)),
    ...(late ? readCosts(early, late.intervals, paused?.intervals) : {}),
    ...readRests(rests, load.took)
  }
}

// Of a process that serves no HTTP: a consumer of a queue, a scheduler, a batch job.
/** @param {Interval} all @param {Interval[]} intervals */
function readJob (all, intervals) {
  const { stallShare = 0, longestStallMs } = readStalls(all.loopDelays, 0)
  return {
    ...readWaits(total(intervals)),
    ...readKept(all, intervals, 'time'),
    jobStallShare: stallShare,
    longestStallMs,
    ...readCostGrowth(intervals.map((interval) => ({ ...interval, answered: interval.time }))),
    tripsPerSecond: sumOf(all.peers, 'trips') / all.time * 1000
  }
}

/** @param {Interval} interval */
function readWaits ({ peers, unseen }) {
  return { peer: busiestOf(peers), unseen: Array.from(new Set(unseen)) }
}

// Of the peer with the most failed calls.
/** @param {Interval} all */
function readFailures ({ peers, served }) {
  const failedOf = (/** @type {Peer} */ { failures }) => sum(Object.values(failures))
  const [failing] = Object.entries(peers).sort(([, a], [, b]) => failedOf(b) - failedOf(a))
  if (!failing) return { failedShare: 0, failedPerRequest: 0 }
  const [failingPeer, peer] = failing
  const failed = failedOf(peer)
  return {
    failingPeer,
    failedCodes: peer.failures,
    failedShare: failed / Math.max(1, failed, peer.trips, peer.connects),
    failedPerRequest: failed / Math.max(1, served)
  }
}

// By round trips.
/** @param {Record<string, Peer>} peers */
function busiestOf (peers) {
  const [name = ''] = Object.keys(peers).sort((a, b) => peers[b].trips - peers[a].trips)
  return name
}

/** @param {Queue} [queue] */
function readQueue (queue) {
  const { peer = '', used = 0, waiting = 0, unread = 0, unreadRoute } = queue ?? {}
  return {
    agentPeer: peer,
    agentUsed: used,
    agentWaiting: waiting,
    agentUnread: unread,
    agentUnreadRoute: unreadRoute
  }
}

// What a socket takes sooner or later is no fault.
/** @param {Interval[]} intervals */
function readUnsent (intervals) {
  const last = intervals.slice(-FEW).map(({ unsent }) => unsent)
  if (last.length < FEW) return {}
  const { peer, bytes } = last[last.length - 1]
  const isLess = bytes < last[0].bytes
  return { unsentPeer: peer, unsentBytes: isLess ? 0 : Math.min(...last.map(({ bytes }) => bytes)) }
}

/**
 * Finds a route of few requests, which take about as long as the stalls, each and all together.
 * @param {Route[]} routes
 * @param {Partial<Facts>} facts
 * @param {number} time ms that were watched
 */
function findStallRoute (routes, { answered = 0, stallShare = 0, longestStallMs = 0 }, time) {
  for (const route of routes) {
    const mean = route.time / route.requests
    const isSeldom = route.requests < SELDOM * answered
    const isAsLong = mean > STALL && mean < 3 * longestStallMs
    if (isSeldom && isAsLong && route.time > stallShare * time / 2) return route.name
  }
}

// From 0 to 1; NaN if no time was counted.
/** @param {Interval['loop']} loop */
function eluOf ({ active, idle }) {
  return active / (active + idle)
}

/** @param {SentLoad} load */
function rateOf ({ answered, took }) {
  return answered / took
}

// The load cuts off the requests that are open at its end. An answer that never came may be no
// error of its: the server may have closed the connection.
/** @param {SentLoad} load @param {Interval} all */
function errorShareOf ({ answered, connectionsClosed, errors, refused }, all) {
  const unanswered = Math.max(errors, all.served - all.answered - connectionsClosed)
  return (unanswered + refused) / Math.max(1, unanswered + answered)
}

// The share of the CPU time; undefined without a profile.
/** @param {StackSample[]|undefined} samples @param {(sample: StackSample) => boolean} isCounted */
function shareOf (samples, isCounted) {
  if (!samples) return undefined
  let all = 0
  let counted = 0
  for (const sample of samples) {
    all += sample.weight
    if (isCounted(sample)) counted += sample.weight
  }
  return all ? counted / all : 0
}

// Of the delays of a timer, what requests explain is no stall.
/** @param {number[]} delays @param {number} explained */
function readStalls (delays, explained) {
  if (!delays.length) return {}
  const stalls = delays.filter((delay) => delay > STALL + 3 * explained)
  return {
    stalls: stalls.length,
    stallShare: sum(stalls) / (delays.length * TICK + sum(delays)),
    longestStallMs: Math.max(0, ...stalls)
  }
}

module.exports = { readFacts, totalAlone }
