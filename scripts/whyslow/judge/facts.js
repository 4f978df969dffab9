'use strict'

// From what was observed to the figures that the rules judge, with the unit in each name. A figure
// that this way of observing cannot have is absent.

const { isInTimer } = require('../frames/frames')
const { fitLine, median, sum } = require('../util/numbers')
const { ANSWERED } = require('./faults')
const { isSyncIo, ownShare } = require('./samples')

/** @import { Evidence, Facts, Interval, StackSample } from '../types' */
/** @import { LoadedEvidence, WatchedEvidence } from '../types' */

const TICK = 100 // ms between two looks of the observer
const TOGETHER = 50 // requests that may come at once
const STALL = 50 // ms that a timer is late
const FEW = 5 // points: fewer say nothing of a trend
const LAST = 3 // intervals before a pause
const LEAP = 10e6 // bytes between a few collections that are no chance
const LEAP_SHARE = 0.25 // the same, of the heap
const MANY_LISTENERS = 10 // so many more are no chance
// States of an interval, not sums.
const LATEST = ['heap', 'lowest', 'isServer', 'latency', 'latencyP99', 'fileLimit']
const MOST = ['tripsAtOnce', 'files', 'longestPause']

/**
 * Reads the facts of a process.
 * @param {Evidence} evidence
 * @param {StackSample[]} [samples] of its CPU profile, if there is one
 * @returns {Facts}
 */
function readFacts (evidence, samples) {
  return 'alone' in evidence
    ? readLoadedFacts(evidence, samples)
    : readWatchedFacts(evidence, samples)
}

/** @param {LoadedEvidence} evidence @param {StackSample[]} [samples] */
function readLoadedFacts ({ cold, alone, main, late, paused }, samples) {
  const single = total(alone.intervals)
  const all = total(main.intervals)
  const { answered, connections, latency, took } = main.load
  const inProgress = inProgressOf(all)
  const serviceCpuMs = single.cpuTime / Math.max(1, alone.load.answered)
  const serviceTime = (single.serviceTime - single.coreWait) / Math.max(1, single.served)
  const loads = [alone, main, late, paused ?? late]
  return {
    ...commonFacts(all, samples, connections),
    ...readUse(all),
    ...readStalls(single.loopDelays, serviceCpuMs),
    ...readWaits(single),
    ...readRequests(single),
    answered,
    answeredAlone: alone.load.answered,
    errorShare: errorShareOf(main.load, all),
    errorShareAlone: errorShareOf(alone.load, single),
    failures: main.load.failures,
    slowdown: rateOf(alone.load) / rateOf(main.load),
    cpuPerRequestMs: all.cpuTime / Math.max(1, answered),
    connectionsPerRequest:
      Math.max(0, all.sockets - main.load.connectionsClosed) / Math.max(1, all.served),
    eluServing: eluOf(single.loop),
    serviceCpuMs,
    serviceTimeMs: Math.max(serviceCpuMs, serviceTime),
    latencyMs: latency,
    inProgress,
    timeInServerMs: inProgress * took / Math.max(1, answered),
    tripsAtOnce: single.tripsAtOnce,
    generatorBound: main.load.generatorBound,
    backgroundCores: Math.max(...loads.map(({ load }) => load.backgroundCpu)),
    ...readCosts([...cold.intervals, ...alone.intervals], late.intervals, paused?.intervals),
    ...readRests(main.rests, took)
  }
}

// The profilers of the last part cost CPU time.
/** @param {WatchedEvidence} evidence @param {StackSample[]} [samples] */
function readWatchedFacts ({ main, profiled, isWorker, ended }, samples) {
  const plain = total(main.intervals)
  const all = total([...main.intervals, ...profiled.intervals])
  const common = {
    ...commonFacts(all, samples),
    ...readUse(plain),
    ...readMemory(main.intervals),
    isWatched: /** @type {const} */ (true),
    isWorker,
    ended,
    collections: all.collected.length,
    timerShare: shareOf(samples, isInTimer)
  }
  if (!all.isServer) return { ...common, ...readJob(all, main.intervals) }
  const single = plain.answered ? plain : all
  const cpuPerRequestMs = single.cpuTime / Math.max(1, single.answered)
  const facts = {
    ...common,
    ...readStalls(all.loopDelays, cpuPerRequestMs),
    ...readWaits(single),
    answered: all.answered,
    cpuPerRequestMs,
    eluServing: eluOf(plain.serving) || common.elu,
    serviceCpuMs: cpuPerRequestMs,
    latencyMs: all.latency,
    latencyP99Ms: all.latencyP99,
    inProgress: inProgressOf(all),
    ...readCostGrowth(main.intervals)
  }
  if (all.answered < ANSWERED) return facts // too few to say more
  return {
    ...facts,
    ...readRequests(single),
    ...readKept(all, main.intervals, 'requests'),
    errorShare: all.failed / Math.max(1, all.ended),
    connectionsPerRequest: all.sockets / Math.max(1, all.served),
    serviceTimeMs: all.latency
  }
}

// Of a process that serves no HTTP: a consumer of a queue, a scheduler, a batch job.
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

function addUp (result, more) {
  for (const [name, value] of Object.entries(more)) {
    if (Array.isArray(value)) result[name].push(...value)
    else if (LATEST.includes(name)) result[name] = value
    else if (name === 'listeners') result[name] = mostAdded(result[name], value)
    else if (MOST.includes(name)) result[name] = Math.max(result[name], value)
    else if (typeof value === 'number') result[name] = (result[name] ?? 0) + value
    else addUp(result[name] ??= {}, value)
  }
}

// A request of each connection may queue where nobody sees it.
function commonFacts (all, samples, connections = TOGETHER) {
  const { cpuTime, time, gcTime, answered, files, fileLimit, loopDelays, longestPause } = all
  // What so many requests compute in turn explains a delay, and is no stall.
  const queueMs = cpuTime / Math.max(1, answered) * Math.max(connections, inProgressOf(all))
  const together = readStalls(loopDelays, queueMs)
  return {
    gcShare: gcTime / time,
    poolDelayMs: median(all.poolDelays),
    loopDelayMs: median(loopDelays),
    longestPauseMs: longestPause,
    syncShare: shareOf(samples, isSyncIo),
    ownShare: samples && ownShare(samples),
    files: fileLimit ? files : undefined,
    filesShare: fileLimit ? files / fileLimit : undefined,
    loadStalls: together.stalls,
    loadStallShare: together.stallShare,
    longestLoadStallMs: together.longestStallMs
  }
}

function readUse ({ cpuTime, time, loop }) {
  const elu = eluOf(loop)
  return { elu, threadCores: cpuTime / time - elu }
}

/** @param {Interval} single of requests alone, or of all where nobody knows which are alone */
function readRequests ({ answered, served, loop, coreWait, cpuTime, children, peers, listeners }) {
  const requests = Math.max(1, answered)
  const calling = Math.max(requests, served) // those in progress call others, too
  const blocked = Math.max(0, loop.active - coreWait - cpuTime)
  const added = listeners?.added ?? 0
  return {
    blockedPerRequestMs: blocked / requests,
    childrenPerRequest: children / requests,
    listenersPerRequest: added > MANY_LISTENERS ? added / requests : 0,
    tripsPerRequest: (peers[busiestOf(peers)]?.trips ?? 0) / calling,
    connectsPerRequest: sumOf(peers, 'connects') / calling
  }
}

function readWaits ({ peers, waits, unseen }) {
  const facts = { peer: busiestOf(peers), unseen: Array.from(new Set(unseen)) }
  if (waits.moments < FEW) return facts
  return {
    ...facts,
    outsideShare: waits.outside / waits.moments,
    sendingShare: (waits.kinds.sending ?? 0) / waits.moments
  }
}

// By round trips.
function busiestOf (peers) {
  const [name = ''] = Object.keys(peers).sort((a, b) => peers[b].trips - peers[a].trips)
  return name
}

function sumOf (peers, count) {
  return sum(Object.values(peers).map((peer) => peer[count]))
}

function inProgressOf (interval) {
  return median(interval.inProgress) ?? 0
}

// They are counted since the start.
function mostAdded (a, b) {
  return b && b.added > (a?.added ?? 0) ? b : a
}

// From 0 to 1; NaN if no time was counted.
function eluOf ({ active, idle }) {
  return active / (active + idle)
}

function rateOf ({ answered, took }) {
  return answered / took
}

// The load cuts off the requests that are open at its end. An answer that never came may be no
// error of its: the server may have closed the connection.
function errorShareOf ({ answered, connectionsClosed, errors, refused }, all) {
  const unanswered = Math.max(errors, all.served - all.answered - connectionsClosed)
  return (unanswered + refused) / Math.max(1, unanswered + answered)
}

// The share of the CPU time; undefined without a profile.
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
 * @param {any[]} points with the `requests` until then, or the `time`
 * @param {(point: any) => number} figure
 * @param {'requests'|'time'} [by] with what it may grow
 * @returns {[number, number]} the interval of the growth per request, or per ms
 */
function growthInterval (points, figure, by = 'requests') {
  const line = points.map((point) => ({ x: point[by], y: figure(point) }))
  const isPoint = line[0].x === line[line.length - 1].x
  return isPoint ? [-Infinity, Infinity] : fitLine(line).bInterval
}

// What the same request costs with one connection: before the load, after it, and after a pause.
function readCosts (early, late, paused) {
  const costGrowthAlone = lowestCostOf(early.slice(early.length / 2)) / lowestCostOf(early)
  const lateCost = lowestCostOf(late)
  if (lateCost === Infinity) return { costGrowthAlone } // no answer
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
    costGrowthAlone,
    costGrowthInPause: paused && (lowestCostOf(paused) - before) / earlyCost
  }
}

// Of two intervals in a row: a single one has few requests of a server with a high cost.
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
function costOf (intervals) {
  const answered = sum(intervals.map(({ answered }) => answered))
  return sum(intervals.map(({ cpuTime }) => cpuTime)) / answered
}

// What grows with the requests, at the moments when none is in progress.
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
  const [growth] = growthInterval(rests, ({ bytes }) => bytes)
  const keptPerRequestBytes = Math.max(0, growth)
  return {
    earlyBytes: first.bytes,
    lateBytes: last.bytes,
    keptBytes: last.bytes - first.bytes,
    keptPerRequestBytes,
    keptPerSecondBytes: keptPerRequestBytes * last.requests / took * 1000,
    opened,
    openedPerRequest
  }
}

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
  const points = isEnough ? collected : boundingPoints(intervals)
  const [least, most] = points.length < FEW
    ? [0, Infinity]
    : growthInterval(points, ({ bytes }) => bytes, by)
  const first = collected[0]
  const last = collected[collected.length - 1]
  const range = first ? last[by] - first[by] : 0
  const more = first ? last.bytes - first.bytes : 0
  const isLeap = range > 0 && more > Math.max(LEAP, first.bytes * LEAP_SHARE)
  let keptBytes = isLeap ? more : 0
  if (isEnough) keptBytes = Math.max(0, least) * range
  const kept = {
    keptBytes,
    keptPerSecondBytes: keptBytes / time * 1000,
    mostKeptPerSecondBytes: most * 1000 * (by === 'time' ? 1 : Math.max(1, served) / time)
  }
  if (by === 'time') return kept
  const keptPerRequestBytes = keptBytes && keptBytes / range
  return { ...kept, keptPerRequestBytes, mostKeptPerRequestBytes: most }
}

/**
 * What small collections leave grows at least as much as what is kept, until a major one frees
 * garbage of before. Without any, all that is allocated is in use.
 */
function boundingPoints (intervals) {
  const isFreed = intervals.some(({ lowest }) => lowest)
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

// CPU time per request at the end, to that at the beginning: both ends of the interval. Absent if
// too few requests were answered. Without HTTP, it is the CPU time per ms.
function readCostGrowth (intervals) {
  const points = []
  const enough = total(intervals).answered / intervals.length / 2 // fewer vary more
  let requests = 0
  let counted = []
  let answered = 0
  for (const interval of intervals) {
    counted.push(interval)
    answered += interval.answered
    if (!answered || answered < enough) continue
    points.push({ x: requests + answered / 2, y: costOf(counted) })
    requests += answered
    counted = []
    answered = 0
  }
  if (points.length < FEW) return {}
  const { a, b, bInterval } = fitLine(points)
  const begin = points[0].x
  const range = points[points.length - 1].x - begin
  const early = a + b * begin
  if (early <= 0) return {} // too much noise
  const [leastGrowth, mostGrowth] =
    bInterval.map((perRequest) => Math.max(1, 1 + perRequest * range / early))
  return { leastGrowth, mostGrowth }
}

module.exports = { readFacts, total }
