'use strict'

// From what was observed to the figures that the rules judge. A figure that this way of observing
// cannot have is absent.

const { isInTimer } = require('../frames/frames')
const { fitLine, median, sum } = require('../util/numbers')
const { ANSWERED } = require('./faults')

/** @import { Evidence, Facts, Interval, StackSample } from '../types' */
/** @import { LoadedEvidence, WatchedEvidence } from '../types' */

const TICK = 100 // ms between two looks of the observer
const STALL = 50 // ms that a timer is late
const FEW = 5 // points: fewer say nothing of a trend
const LEAP = 10e6 // bytes between a few collections that are no chance
const LEAP_SHARE = 0.25 // the same, of the heap
const MANY_LISTENERS = 10 // so many more are no chance
const SYNC = /Sync$/
// Synchronous functions of other modules compute.
const IO = /^node:(internal\/)?(fs|child_process)\b/

/**
 * Reads the facts of a process.
 * @param {Evidence} evidence
 * @param {StackSample[]} samples of its CPU profile
 * @returns {Facts}
 */
function readFacts (evidence, samples) {
  return 'alone' in evidence
    ? readLoadedFacts(evidence, samples)
    : readWatchedFacts(evidence, samples)
}

/**
 * The requests are ours: with one connection first, then with many.
 * @param {LoadedEvidence} evidence
 * @param {StackSample[]} samples
 */
function readLoadedFacts ({ cold, alone, main }, samples) {
  const single = total(alone.intervals)
  const all = total(main.intervals)
  const { answered, connectionsClosed, errors, latency, refused, took } = main.load
  const count = Math.max(1, answered)
  const serviceCpu = single.cpuTime / Math.max(1, alone.load.answered)
  const serviceTime = (single.serviceTime - single.coreWait) / Math.max(1, single.served)
  // The load cuts off the requests that are open at its end. An answer that never came may be no
  // error of its: the server may have closed the connection.
  const unanswered = Math.max(errors, all.served - all.answered - connectionsClosed)
  const common = commonFacts(all, single, samples, serviceCpu)
  return {
    ...common,
    answered,
    errorShare: (unanswered + refused) / Math.max(1, unanswered + answered),
    cpuPerRequest: all.cpuTime / count,
    connectionsPerRequest: Math.max(0, all.sockets - connectionsClosed) / Math.max(1, all.served),
    eluServing: eluOf(single.loop),
    serviceCpu,
    serviceTime: Math.max(serviceCpu, serviceTime),
    latency,
    timeInServer: common.inProgress * took / count,
    callsAtOnce: single.outgoingAtOnce,
    generatorBound: main.load.generatorBound,
    backgroundCpu: Math.max(alone.load.backgroundCpu, main.load.backgroundCpu),
    ...readCosts([...cold.intervals, ...alone.intervals], main.intervals),
    ...readRests(main.rests)
  }
}

/**
 * The requests are those of others. The profilers of the last part cost CPU time.
 * @param {WatchedEvidence} evidence
 * @param {StackSample[]} samples
 * @returns {Facts}
 */
function readWatchedFacts ({ main, profiled, walks, hasForced }, samples) {
  const plain = total(main.intervals)
  const last = total(profiled.intervals)
  const all = total([...main.intervals, ...profiled.intervals])
  const { cpuTime, answered } = plain.answered ? plain : all
  const cpuPerRequest = cpuTime / Math.max(1, answered)
  const gcTime = all.gcTime - (hasForced ? all.majorGcTime : 0)
  const common = commonFacts({ ...all, gcTime }, all, samples, cpuPerRequest)
  const elu = eluOf(plain.loop)
  /** @type {Facts} */
  const facts = {
    ...common,
    isWatched: true,
    answered: all.answered,
    elu,
    threadCpu: plain.cpuTime / plain.time - elu,
    cpuPerRequest,
    mostGcShare: all.gcTime / all.time,
    eluServing: eluOf(plain.serving) || elu,
    serviceCpu: cpuPerRequest,
    latency: all.latency,
    timerShare: shareOf(samples, isInTimer),
    leastGrowth: leastCostGrowth(main.intervals),
    listenersPerRequest: listenerGrowth(walks, last.answered),
    ...readHeap(all.collected, main.intervals)
  }
  if (all.answered < ANSWERED) return facts
  return {
    ...facts,
    ...readKept(all.collected),
    errorShare: all.failed / Math.max(1, all.ended),
    connectionsPerRequest: all.sockets / Math.max(1, all.served),
    serviceTime: all.latency
  }
}

/**
 * Adds intervals up: figures are sums, lists are joined, and states are the last ones.
 * @param {Interval[]} intervals
 * @returns {Interval}
 */
function total (intervals) {
  const result = structuredClone(intervals[0])
  for (const interval of intervals.slice(1)) {
    for (const [name, value] of Object.entries(interval)) {
      if (Array.isArray(value)) result[name].push(...value)
      else if (typeof value === 'object') addCounts(result[name], value)
      else if (name === 'heap' || name === 'latency') result[name] = value
      else if (name === 'outgoingAtOnce') result[name] = Math.max(result[name], value)
      else result[name] += value
    }
  }
  return result
}

function addCounts (counts, more) {
  for (const [name, count] of Object.entries(more)) counts[name] = (counts[name] ?? 0) + count
}

/**
 * @param {Interval} all
 * @param {Interval} single of requests alone, or of all where nobody knows which are alone
 * @param {StackSample[]} samples
 * @param {number} serviceCpu ms of a request alone: it is no stall
 */
function commonFacts (all, single, samples, serviceCpu) {
  const { cpuTime, time, gcTime, loop } = all
  const elu = eluOf(loop)
  return {
    elu,
    threadCpu: cpuTime / time - elu,
    gcShare: gcTime / time,
    poolDelay: median(all.poolDelays),
    loopDelay: median(all.loopDelays),
    inProgress: median(all.inProgress) ?? 0,
    syncShare: shareOf(samples, isSyncIo),
    ...readStalls(single.loopDelays, serviceCpu),
    ...readCalls(single)
  }
}

/** @param {Interval['loop']} loop @returns {number} from 0 to 1; NaN if no time was counted */
function eluOf ({ active, idle }) {
  return active / (active + idle)
}

// The share of the CPU time.
function shareOf (samples, isCounted) {
  let all = 0
  let counted = 0
  for (const sample of samples) {
    all += sample.weight
    if (isCounted(sample)) counted += sample.weight
  }
  return all ? counted / all : 0
}

function isSyncIo ({ stack }) {
  return stack.some(({ name, file }) => SYNC.test(name) && IO.test(file))
}

function readStalls (loopDelays, serviceCpu) {
  if (!loopDelays.length) return {}
  const stalls = loopDelays.filter((delay) => delay > STALL + 3 * serviceCpu)
  return {
    stalls: stalls.length,
    stallShare: sum(stalls) / (loopDelays.length * TICK + sum(loopDelays)),
    longestStall: Math.max(0, ...stalls)
  }
}

function readCalls ({ outgoing, served }) {
  const hosts = Object.entries(outgoing).sort(([, a], [, b]) => b - a)
  const [backend, calls] = hosts[0] ?? ['', 0]
  return { backend, callsPerRequest: calls / Math.max(1, served) }
}

/**
 * Fits how a figure grows with the requests.
 * @param {any[]} points with the `requests` until then
 * @param {(point: any) => number} figure
 * @returns {[number, number]} the interval of the growth per request
 */
function growthInterval (points, figure) {
  const line = points.map((point) => ({ x: point.requests, y: figure(point) }))
  const isPoint = line[0].x === line[line.length - 1].x
  return isPoint ? [-Infinity, Infinity] : fitLine(line).bInterval
}

/** @param {Interval[]} early with one connection @param {Interval[]} late with many */
function readCosts (early, late) {
  const lowest = lowestCostOf(early)
  const half = Math.floor(late.length / 2)
  const lateCost = costOf(late.slice(half))
  return {
    costGrowth: lateCost / lowest,
    costGrowthAlone: lowestCostOf(early.slice(early.length / 2)) / lowest,
    costGrowthLate: lateCost / costOf(late.slice(0, half))
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
function readRests (rests) {
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
  return {
    kept: last.bytes - first.bytes,
    keptPerRequest: Math.max(0, growth),
    opened,
    openedPerRequest
  }
}

// What each major collection has left in the heap.
function readHeap (collected, intervals) {
  const collections = collected.length
  if (collections < 2) return { collections, uncollected: heapGrowth(intervals) }
  const isRising = collected.every(({ bytes }, i) => !i || bytes > collected[i - 1].bytes)
  const more = collected[collections - 1].bytes - collected[0].bytes
  return { collections, uncollected: isRising ? more : 0 }
}

// Five collections give an interval; fewer can only show a leap.
function readKept (collected) {
  if (collected.length < 2) return {}
  const first = collected[0]
  const last = collected[collected.length - 1]
  const requests = last.requests - first.requests
  if (collected.length >= FEW) {
    const [least, most] = growthInterval(collected, ({ bytes }) => bytes)
    const keptPerRequest = Math.max(0, least)
    return { kept: keptPerRequest * requests, keptPerRequest, mostKeptPerRequest: most }
  }
  const more = last.bytes - first.bytes
  const isLeap = requests > 0 && more > Math.max(LEAP, first.bytes * LEAP_SHARE)
  return isLeap
    ? { kept: more, keptPerRequest: more / requests }
    : { kept: 0, keptPerRequest: 0 }
}

function heapGrowth (intervals) {
  const heaps = intervals.map(({ heap }) => heap)
  const before = Math.min(...heaps.slice(0, FEW))
  const after = Math.min(...heaps.slice(-FEW))
  return Math.max(0, after - before)
}

// Undefined if nobody looked, or the event with the most listeners is another one than before.
function listenerGrowth (walks, requests) {
  if (!walks) return undefined
  const [before, after] = walks
  if (!after) return 0
  if (before && before.event !== after.event) return undefined
  const added = after.listeners - (before?.listeners ?? MANY_LISTENERS)
  return added > MANY_LISTENERS ? added / Math.max(1, requests) : 0
}

// CPU time per request at the end, to that at the beginning: the lower end of the interval.
// Undefined if too few requests were answered.
function leastCostGrowth (intervals) {
  const points = []
  let requests = 0
  let counted = []
  for (const interval of intervals) {
    counted.push(interval)
    if (!interval.answered) continue
    const answered = requests + interval.answered
    points.push({ x: (requests + answered) / 2, y: costOf(counted) })
    requests = answered
    counted = []
  }
  if (points.length < FEW) return undefined
  const { a, b, bInterval } = fitLine(points)
  const begin = points[0].x
  const range = points[points.length - 1].x - begin
  return Math.max(1, 1 + bInterval[0] * range / (a + b * begin))
}

module.exports = { readFacts }
