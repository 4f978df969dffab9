'use strict'

// From what was observed to the figures that the rules judge, with the unit in each name. A figure
// that this way of observing cannot have is absent.

const { isInTimer } = require('../frames/frames')
const { fitLine, median, sum } = require('../util/numbers')
const { readAccount } = require('./account')
const { WAIT } = require('./rules')
const { isSyncIo, ownShare } = require('./samples')
const { addShares } = require('./shares')

/** @import { Account, Collected, Cost, CostGroup, Evidence, Facts, Interval } from '../types' */
/** @import { LoadedPhase, Peer, Phase, Queue, Route, SentLoad, StackSample } from '../types' */

const FEW_REQUESTS = 50 // fewer say nothing of the median
const TICK = 100 // ms between two looks of the observer
const TOGETHER = 50 // requests that may come at once
const STALL = 50 // ms that a timer is late
const FEW = 5 // points: fewer say nothing of a trend
const POINTS = 10 // of memory: more collections are put together
const LAST = 3 // intervals before a pause
const ATTACHING = 3 // intervals that our start slows: 48 µs per request, 35, 32, then 30
const LEAP = 10e6 // bytes between a few collections that are no chance
const LEAP_SHARE = 0.25 // the same, of the heap
const MANY_LISTENERS = 10 // so many more are no chance
const MANY_FILES = 10 // the same
const UNBOUNDED = { leastGrowth: 1, mostGrowth: Infinity } // times the CPU time
// Of fewer requests, there is no share and no median.
/** @type {(keyof Facts)[]} */
const OF_MANY = [
  'connectionsPerRequest', 'serviceTimeMs', 'childrenPerRequest', 'listenersPerRequest',
  'connectsPerRequest', 'keptBytes', 'keptPerRequestBytes', 'keptPerSecondBytes', 'opened',
  'openedPerRequest', 'costGrowth', 'costGrowthAlone', 'costGrowthInPause', 'leastGrowth',
  'mostGrowth'
]
// States of an interval, not sums.
const LATEST = ['heap', 'lowest', 'isServer', 'latency', 'latencyP99', 'fileLimit']
const MOST = ['tripsAtOnce', 'files', 'longestPause']
const STARVED = 0.2 // of the time without a core
const INSIDE = ['inside', 'threads'] // parts of the time of a request
const OUTSIDE = ['calls', 'files', 'lookups', 'children']
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
  const byTimers = shareOf(samples, isInTimer)
  const { stallShare = 0 } = requests
  const isStarved = facts.coreWaitShare > STARVED // then any request seems to stall the others
  return {
    ...facts,
    ...requests,
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
  const { loop, coreWait, peers, children, serving } = single
  const requests = Math.max(1, single.answered)
  const calling = Math.max(requests, single.served) // those in progress call others, too
  const answered = load?.answered ?? all.answered
  const serviceCpuMs = single.cpuTime / requests
  // What the end of a load cuts off has its part in the CPU time.
  const isMany = load && answered >= FEW_REQUESTS
  const cpuPerRequestMs = isMany ? all.cpuTime / answered : serviceCpuMs
  const inProgress = median(all.inProgress) ?? 0
  // What requests compute in turn explains a delay, and is no stall. A request of each connection
  // may queue where nobody sees it.
  const queueMs = cpuPerRequestMs * Math.max(load?.connections ?? TOGETHER, inProgress)
  const together = readStalls(all.loopDelays, queueMs)
  const added = single.listeners?.added ?? 0
  const servingTime = Math.max(1, serving.active + serving.idle)
  const serviceTimeMs = load
    ? (single.serviceTime - coreWait) / Math.max(1, single.served)
    : all.latency * Math.max(0, 1 - coreWait / servingTime) // all of them wait for it
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

/**
 * Adds up.
 * @param {Interval[]} intervals
 * @returns {Interval}
 */
function total (intervals) {
  const result = structuredClone(intervals[0])
  for (const interval of intervals.slice(1)) addUp(result, interval)
  return result
}

/** @param {Record<string, any>} result @param {object} more of any field */
function addUp (result, more) {
  for (const [name, value] of Object.entries(more)) {
    if (Array.isArray(value)) result[name].push(...value)
    else if (LATEST.includes(name)) result[name] = value
    else if (name === 'listeners') result[name] = mostAdded(result[name], value)
    else if (name === 'queue') result[name] = longestOf(result[name], value)
    else if (name === 'unsent') result[name] = value
    else if (MOST.includes(name)) result[name] = Math.max(result[name], value)
    else if (typeof value === 'number') result[name] = (result[name] ?? 0) + value
    else addUp(result[name] ??= {}, value)
  }
}

/** @param {Interval} interval */
function readWaits ({ peers, unseen }) {
  return { peer: busiestOf(peers), unseen: Array.from(new Set(unseen)) }
}

/**
 * Reads the account of the time of a request.
 * @param {Interval[]} intervals
 * @param {{ alone?: Interval[], plain?: Interval[], requests?: Partial<Facts> }} known with one
 *   connection; without a profiler; and facts of many requests
 * @returns {Partial<Facts>}
 */
function readTime (intervals, { alone, plain, requests = {} }) {
  const before = intervals.flatMap(({ looks }) => looks.map((look) => look.before))
  const unanswered = before.length ? Math.min(...before) : 0
  const time = readAccount(intervals, plain)
  const timeAlone = alone ? readAccount(alone) : time
  const { answered = 0, serviceTimeMs: ownMs = Infinity } = requests
  // So quick a request waits for nothing, and is seldom in progress at a look.
  if (!timeAlone && answered >= FEW_REQUESTS && ownMs < WAIT) {
    return {
      unanswered,
      requestMs: ownMs,
      requestAloneMs: ownMs,
      loopShare: 1,
      loopQueueShare: 0,
      childrenShare: 0,
      outsideShare: 0,
      insideShare: 0,
      queuedShare: 0
    }
  }
  if (!time || !timeAlone) return { unanswered }
  const { inProgress, isServer, pool, requestMs } = time
  const shareOfTime = (/** @type {string[]} */ ...names) => shareOfParts(time.parts, names)
  const inside = insideOf(time, intervals)
  const insideAlone = insideOf(timeAlone, alone ?? intervals)
  // By pid, what a request waits for alone is not known.
  const ownInside = alone ? insideAlone * timeAlone.requestMs / requestMs : 0
  const isLimited = alone || pool || shareOfTime('threads')
  const shares = {
    unanswered,
    time,
    timeAlone: alone && timeAlone,
    outsideShare: outsideOf(timeAlone, alone ?? intervals)
  }
  if (!isServer) return shares
  return {
    ...shares,
    inProgress,
    requestMs,
    requestAloneMs: timeAlone.requestMs,
    loopShare: shareOfTime('computing', 'loop'),
    loopQueueShare: shareOfTime('loop'),
    childrenShare: shareOfTime('children'),
    insideShare: inside,
    queuedShare: isLimited ? inside - ownInside : 0
  }
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

// What cannot be seen may be what a request waits for, unless a pool is known that is full.
/** @param {Account} account @param {Interval[]} intervals */
function insideOf ({ parts, pool }, intervals) {
  const isSeen = pool || intervals.every(({ unseen }) => !unseen.length)
  return isSeen ? shareOfParts(parts, INSIDE) : 0
}

/** @param {Account} account @param {Interval[]} intervals */
function outsideOf (account, intervals) {
  const inside = shareOfParts(account.parts, INSIDE)
  return shareOfParts(account.parts, OUTSIDE) + inside - insideOf(account, intervals)
}

/** @param {Account['parts']} parts @param {string[]} names */
function shareOfParts (parts, names) {
  return sum(parts.filter(({ part }) => names.includes(part)).map(({ share }) => share))
}

// By round trips.
/** @param {Record<string, Peer>} peers */
function busiestOf (peers) {
  const [name = ''] = Object.keys(peers).sort((a, b) => peers[b].trips - peers[a].trips)
  return name
}

/** @param {Record<string, Peer>} peers @param {'trips'|'connects'} count */
function sumOf (peers, count) {
  return sum(Object.values(peers).map((peer) => peer[count]))
}

// They are counted since the start.
/** @param {Interval['listeners']} a @param {Interval['listeners']} b */
function mostAdded (a, b) {
  return b && b.added > (a?.added ?? 0) ? b : a
}

/** @param {Queue|undefined} a @param {Queue|undefined} b */
function longestOf (a, b) {
  return b && b.waiting > (a?.waiting ?? 0) ? b : a
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

/**
 * Fits how a figure grows.
 * @template {{ requests: number, time?: number }} T until then
 * @param {T[]} points
 * @param {(point: T) => number} figure
 * @param {'requests'|'time'} [by] with what it may grow
 * @returns {[number, number]} the interval of the growth per request, or per ms
 */
function growthInterval (points, figure, by = 'requests') {
  const line = points.map((point) => ({ x: Number(point[by]), y: figure(point) }))
  const isPoint = line[0].x === line[line.length - 1].x
  return isPoint ? [-Infinity, Infinity] : fitLine(line).bInterval
}

// What the same request costs with one connection: before the load, after it, and after a pause.
/** @param {Cost[]} early @param {Cost[]} late @param {Cost[]} [paused] */
function readCosts (early, late, paused) {
  const lateAlone = lowestCostOf(early.slice(early.length / 2))
  // What a request leaves behind is still there after a pause.
  const lateCost = Math.min(lowestCostOf(late), lowestCostOf(paused ?? []))
  if (lateAlone === Infinity || lateCost === Infinity) return {} // without an answer
  // Of equally long times: the lowest of a longer one is lower by chance.
  const earlyCosts = []
  for (let end = early.length; end >= late.length; end -= late.length) {
    earlyCosts.push(lowestCostOf(early.slice(end - late.length, end)))
  }
  const earlyCost = median(earlyCosts) ?? lowestCostOf(early)
  // The late requests themselves may have made it grow.
  const before = lowestCostOf(late.slice(-LAST))
  return {
    costGrowth: lateCost / earlyCost,
    costGrowthAlone: lateAlone / lowestCostOf(early),
    costGrowthInPause: paused && (lowestCostOf(paused) - before) / earlyCost
  }
}

// Of two intervals in a row: a single one has few requests of a server with a high cost.
/** @param {Cost[]} intervals */
function lowestCostOf (intervals) {
  const pairs = Math.max(1, intervals.length - 1)
  let lowest = Infinity
  for (let i = 0; i < pairs; i++) {
    const cost = costOf(intervals.slice(i, i + 2))
    if (cost > 0) lowest = Math.min(lowest, cost)
  }
  return lowest
}

// ms of CPU time per request
/** @param {Cost[]} intervals */
function costOf (intervals) {
  const answered = sum(intervals.map(({ answered }) => answered))
  return sum(intervals.map(({ cpuTime }) => cpuTime)) / answered
}

// What grows with the requests, at the moments when none is in progress.
/** @param {LoadedPhase['rests']} readings @param {number} took */
function readRests (readings, took) {
  const rests = readings.map(({ resources, files, ...rest }) =>
    ({ ...rest, resources: files ? { ...resources, 'open files': files } : resources }))
  const first = rests[0]
  const last = rests[rests.length - 1]
  /** @type {Record<string, number>} */
  const opened = {}
  let openedPerRequest = 0
  for (const [kind, count] of Object.entries(last.resources)) {
    const [perRequest] = growthInterval(rests, ({ resources }) => resources[kind] ?? 0)
    if (perRequest > 0) opened[kind] = count - (first.resources[kind] ?? 0)
    openedPerRequest = Math.max(openedPerRequest, perRequest)
  }
  const [least, most] = growthInterval(rests, ({ bytes }) => bytes)
  const keptPerRequestBytes = Math.max(0, least)
  return {
    earlyBytes: first.bytes,
    lateBytes: last.bytes,
    keptBytes: last.bytes - first.bytes,
    keptPerRequestBytes,
    keptPerSecondBytes: keptPerRequestBytes * last.requests / took * 1000,
    mostKeptBytes: most * last.requests,
    opened,
    openedPerRequest,
    mostKeptPerRequestBytes: most,
    mostKeptPerSecondBytes: most * last.requests / took * 1000
  }
}

// A pool of files grows once, a leak in both halves of the time. Sockets are files, too: those that
// came meanwhile do not count, nor a file for each more request in progress.
/** @param {Interval[]} intervals @param {number} answered */
function readOpenFiles (intervals, answered) {
  const waiting = intervals.map(({ inProgress }) => median(inProgress) ?? 0)
  let came = 0
  const points = intervals.map(({ files, sockets, peers }, i) => {
    came += sockets + sumOf(peers, 'connects')
    return files - came - Math.max(0, waiting[i] - waiting[0])
  })
  const half = points.length / 2
  const rise = Math.min(riseOf(points.slice(0, half)), riseOf(points.slice(half)))
  const more = rise > MANY_FILES ? Math.floor(points[points.length - 1] - points[0]) : 0
  return { opened: { 'open files': more }, openedPerRequest: more / answered }
}

// Of the lowest, from one half to the other: what comes and goes raises it only by chance.
/** @param {number[]} values */
function riseOf (values) {
  const half = values.length / 2
  return Math.min(...values.slice(half)) - Math.min(...values.slice(0, half))
}

/** @param {Interval[]} intervals */
function readMemory (intervals) {
  const points = intervals.map(({ heap, lowest = heap }) => lowest)
  return {
    earlyBytes: Math.min(...points.slice(0, FEW)),
    lateBytes: Math.min(...points.slice(-FEW))
  }
}

/**
 * Five major collections give an interval; fewer can only show a leap, and an upper bound.
 * @param {Interval} all
 * @param {Interval[]} intervals without a profiler
 * @param {'requests'|'time'} by with what it may grow
 */
function readKept ({ collected, time, served }, intervals, by) {
  const isEnough = collected.length >= FEW
  const points = isEnough ? lowestPoints(collected) : boundingPoints(intervals.slice(ATTACHING))
  const [least, most] = points.length < FEW
    ? [0, Infinity]
    : growthInterval(points, ({ bytes }) => bytes, by)
  const first = collected[0]
  const last = collected[collected.length - 1]
  const range = first ? last[by] - first[by] : 0
  const more = first ? last.bytes - first.bytes : 0
  // What is in use only while a collection runs is not kept: the heap has to grow, too.
  const { earlyBytes, lateBytes } = readMemory(intervals)
  const isRising = lateBytes - earlyBytes > more / 3
  const isLeap = range > 0 && isRising && more > Math.max(LEAP, first.bytes * LEAP_SHARE)
  let keptBytes = isLeap ? more : 0
  if (isEnough) {
    const rise = riseOf(points.map(({ bytes }) => bytes)) // half of the growth
    keptBytes = Math.max(0, Math.min(least * range, 2 * rise))
  }
  const kept = {
    keptBytes,
    keptPerSecondBytes: keptBytes / time * 1000,
    mostKeptPerSecondBytes: most * 1000 * (by === 'time' ? 1 : Math.max(1, served) / time)
  }
  if (by === 'time') return kept
  const keptPerRequestBytes = keptBytes && keptBytes / range
  return { ...kept, keptPerRequestBytes, mostKeptPerRequestBytes: most }
}

// Many collections leave garbage, too, such as buffers: the lowest of some in a row left the least.
/** @param {Collected[]} collected @returns {Collected[]} */
function lowestPoints (collected) {
  const inRow = Math.ceil(collected.length / POINTS)
  const points = []
  for (let i = 0; i < collected.length; i += inRow) {
    points.push(collected.slice(i, i + inRow).sort((a, b) => a.bytes - b.bytes)[0])
  }
  return points
}

/**
 * What small collections leave grows at least as much as what is kept, until a major one frees
 * garbage of before. Without any, all that is allocated is in use.
 * @param {Interval[]} intervals
 */
function boundingPoints (intervals) {
  const isFreed = intervals.some(({ lowest }) => lowest)
  /** @type {Collected[]} */
  let longest = []
  let points = []
  let requests = 0
  let time = 0
  for (const interval of intervals) {
    requests += interval.served
    time += interval.time
    const bytes = isFreed ? interval.lowest : interval.heap
    if (interval.collected.length) points = []
    else if (bytes) points.push({ requests, time, bytes })
    if (points.length > longest.length) longest = points
  }
  return longest
}

// CPU time per request at the end, to that at the beginning: both ends of the interval. Without
// HTTP, it is the CPU time per ms.
/** @param {Interval[]} intervals */
function readCostGrowth (intervals) {
  const groups = groupByRequests(intervals)
  if (groups.length < FEW) return UNBOUNDED
  const points = groups.map((group) => ({ x: group.requests, y: costOf([group]) }))
  const { a, b, bInterval: [least] } = fitLine(points)
  const begin = points[0].x
  const range = points[points.length - 1].x - begin
  const early = a + b * begin
  if (early <= 0) return UNBOUNDED // too much noise
  const settled = groupByRequests(intervals.slice(ATTACHING))
  return {
    leastGrowth: Math.max(1, 1 + least * range / early),
    mostGrowth: settled.length < FEW ? Infinity : Math.max(1, 1 + mostGrowth(settled) * range)
  }
}

// Other programs only add to a cost: the lowest of both halves are compared, and the noise between
// neighbours is added. Returns the growth per request, as a share of the early cost.
/** @param {CostGroup[]} groups */
function mostGrowth (groups) {
  const half = Math.floor(groups.length / 2)
  const early = lowestCostOf(groups.slice(0, half))
  const late = lowestCostOf(groups.slice(-half))
  const changes = []
  for (let i = 1; i < groups.length; i++) {
    changes.push(Math.abs(costOf([groups[i]]) - costOf([groups[i - 1]])))
  }
  const apart = (groups[groups.length - 1].requests - groups[0].requests) / 2
  const noise = median(changes) ?? 0
  return (late - early + noise) / early / apart
}

// Intervals of few requests vary more: they become one with the next. Its `requests` are those
// until its middle.
/** @param {Interval[]} intervals */
function groupByRequests (intervals) {
  const enough = total(intervals).answered / intervals.length / 2
  const groups = []
  let requests = 0
  let answered = 0
  let cpuTime = 0
  for (const interval of intervals) {
    answered += interval.answered
    cpuTime += interval.cpuTime
    if (!answered || answered < enough) continue
    groups.push({ requests: requests + answered / 2, answered, cpuTime })
    requests += answered
    answered = 0
    cpuTime = 0
  }
  return groups
}

module.exports = { readFacts, totalAlone }
