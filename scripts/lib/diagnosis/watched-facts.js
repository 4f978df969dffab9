'use strict'

// From what was observed in a running server to the figures that the rules judge.

const { isInTimer } = require('../profiling/frames')
const { fitLine } = require('../statistics/fit')
const { sum } = require('../statistics/median')
const { commonFacts, growthInterval, readCalls, readStalls } = require('./facts')

/** @import { StackSample } from '../profiling/types' */
/** @import { ExcessListeners, Facts, Watched, WatchReading } from './types' */

const FEW = 5 // points: fewer say nothing of a trend
const LEAP = 10e6 // bytes between a few collections that are no chance
const LEAP_SHARE = 0.25 // the same, of the heap
const MANY_LISTENERS = 10 // so many more are no chance

/**
 * Reads the facts of a running server.
 * @param {WatchReading[]} readings without the profiler, which costs CPU time
 * @param {Watched} last at the end
 * @param {StackSample[]} samples
 * @param {object} [done] to the process
 * @param {(ExcessListeners|undefined)[]} [done.walks] the event with the most listeners after the
 *   readings, and at the end; absent if nobody looked
 * @param {boolean} [done.hasForced] major collections
 * @returns {Facts}
 */
function readWatchedFacts (readings, last, samples, { walks, hasForced } = {}) {
  const { answered, ended, evidence, failed, latency } = last
  const gcTime = evidence.gcTime - (hasForced ? evidence.majorGcTime : 0)
  const first = readings[0]
  const plain = readings[readings.length - 1]
  const elu = eluOf(first.loop, plain.loop)
  const cpu = (plain.cpuTime - first.cpuTime) / 1000 / (plain.time - first.time)
  const cpuPerRequest = costOf(first, plain.answered ? plain : last)
  return {
    ...commonFacts({ ...evidence, gcTime }, last.time - first.time, samples),
    mostGcShare: evidence.gcTime / (last.time - first.time),
    isWatched: true,
    answered,
    errorShare: failed / Math.max(1, ended),
    cpuPerRequest,
    elu,
    eluServing: eluOf(first.serving, plain.serving) || elu,
    threadCpu: cpu - elu,
    ...readHeap(evidence.collected, readings),
    leastGrowth: leastCostGrowth(readings),
    listenersPerRequest: listenerGrowth(walks, answered - plain.answered),
    serviceTime: latency,
    serviceCpu: cpuPerRequest,
    latency,
    ...readCalls(evidence),
    ...readStalls(evidence, cpuPerRequest),
    timerShare: timerShareOf(samples)
  }
}

/**
 * Calculates the event-loop utilisation between two readings of the event loop.
 * @param {WatchReading['loop'|'serving']} from
 * @param {WatchReading['loop'|'serving']} to
 * @returns {number} from 0 to 1; NaN if no time was counted
 */
function eluOf (from, to) {
  const active = to.active - from.active
  return active / (active + to.idle - from.idle)
}

// ms of CPU time per request
function costOf (from, to) {
  const requests = Math.max(1, to.answered - from.answered)
  return (to.cpuTime - from.cpuTime) / 1000 / requests
}

// Judges the heap by what each major collection has left.
function readHeap (collected, readings) {
  const collections = collected.length
  if (collections < 2) return { collections, uncollected: heapGrowth(readings) }
  const first = collected[0]
  const last = collected[collections - 1]
  const requests = last.requests - first.requests
  const more = last.bytes - first.bytes
  let keptPerRequest = 0
  let mostKeptPerRequest
  if (collections >= FEW) {
    const [least, most] = growthInterval(collected, ({ bytes }) => bytes)
    keptPerRequest = Math.max(0, least)
    mostKeptPerRequest = most
  } else if (requests && more > Math.max(LEAP, first.bytes * LEAP_SHARE)) {
    keptPerRequest = more / requests
  }
  const isRising = collected.every(({ bytes }, i) => !i || bytes > collected[i - 1].bytes)
  return {
    kept: keptPerRequest * requests,
    keptPerRequest,
    mostKeptPerRequest,
    collections,
    uncollected: isRising ? more : 0
  }
}

function heapGrowth (readings) {
  const heaps = readings.map(({ heap }) => heap)
  const before = Math.min(...heaps.slice(0, FEW))
  const after = Math.min(...heaps.slice(-FEW))
  return Math.max(0, after - before)
}

// Undefined if the event with the most listeners is another one than before.
function listenerGrowth (walks, requests) {
  if (!walks) return undefined
  const [before, after] = walks
  if (!after) return 0
  if (before && before.event !== after.event) return undefined
  const added = after.listeners - (before?.listeners ?? MANY_LISTENERS)
  return added > MANY_LISTENERS ? added / Math.max(1, requests) : 0
}

// The share of the CPU time that callbacks of timers take.
function timerShareOf (samples) {
  const all = weightOf(samples)
  return all ? weightOf(samples.filter(isInTimer)) / all : 0
}

function weightOf (samples) {
  return sum(samples.map(({ weight }) => weight))
}

// CPU time per request at the end, to that at the beginning: the lower end of the interval.
// Undefined if too few requests were answered.
function leastCostGrowth (readings) {
  const points = []
  let from = readings[0]
  for (const to of readings) {
    if (to.answered === from.answered) continue
    points.push({ x: (from.answered + to.answered) / 2, y: costOf(from, to) })
    from = to
  }
  if (points.length < FEW) return undefined
  const { a, b, bInterval } = fitLine(points)
  const begin = points[0].x
  const range = points[points.length - 1].x - begin
  return Math.max(1, 1 + bInterval[0] * range / (a + b * begin))
}

module.exports = { eluOf, readWatchedFacts }
