'use strict'

// From what was observed in a running server to the figures that the rules judge.

const { fitLine } = require('../statistics/fit')
const { sum } = require('../statistics/median')
const { medianOf, readGrowth, readOutgoing, syncShareOf } = require('./facts')

/** @import { StackSample } from '../profiling/types' */
/** @import { Facts, Watched, WatchReading } from './types' */

const FEW = 5 // points: fewer say nothing of a trend
const LEAP = 10e6 // bytes between a few collections that are no chance
const LEAP_SHARE = 0.25 // the same, of the heap

/**
 * @param {WatchReading[]} readings before the profiler was started
 * @param {Watched} last at the end
 * @param {StackSample[]} samples
 * @returns {Facts}
 */
function readWatchedFacts (readings, last, samples) {
  const { answered, evidence, failed, latency, routes } = last
  const [first] = readings
  const plain = readings[readings.length - 1]
  const elu = eluOf(first, plain) // the profiler makes an idle event loop look busy
  const cpuPerRequest = costOf(first, plain.answered ? plain : last)
  return {
    isWatched: true,
    answered,
    errorShare: failed / Math.max(1, sum(routes.map(({ requests }) => requests))),
    cpuPerRequest,
    elu,
    eluAlone: elu,
    gcShare: evidence.gcTime / (last.time - first.time),
    ...keptOf(evidence.collected),
    uncollected: uncollectedOf(readings, evidence.collected.length),
    costGrowth: 1,
    costGrowthAlone: 1,
    costGrowthLate: 1,
    leastGrowth: leastGrowthOf(readings),
    poolDelay: medianOf(evidence.poolDelays),
    loopDelay: medianOf(evidence.loopDelays),
    serviceTime: latency,
    serviceCpu: cpuPerRequest,
    latency,
    timeInServer: latency,
    stalls: 0,
    stallShare: 0,
    longestStall: 0,
    ...readOutgoing(evidence),
    callsAtOnce: 0,
    syncShare: syncShareOf(samples),
    inProgress: medianOf(evidence.inProgress),
    connectionsPerRequest: evidence.sockets / Math.max(1, evidence.served),
    generatorBound: false,
    backgroundCpu: 0
  }
}

/** @type {(from: WatchReading, to: WatchReading) => number} event-loop utilisation, 0 to 1 */
function eluOf ({ loop: from }, { loop: to }) {
  const active = to.active - from.active
  return active / (active + to.idle - from.idle)
}

/** @type {(from: WatchReading, to: WatchReading) => number} ms of CPU time per request */
function costOf (from, to) {
  return (to.cpuTime - from.cpuTime) / 1000 / Math.max(1, to.answered - from.answered)
}

/**
 * Judges the heap by what each major collection has left.
 * @param {{requests: number, bytes: number}[]} collected
 * @returns {Pick<Facts, 'kept'|'keptPerRequest'|'growing'>}
 */
function keptOf (collected) {
  const first = collected[0]
  const last = collected[collected.length - 1]
  const requests = collected.length ? last.requests - first.requests : 0
  if (!requests) return { kept: 0, keptPerRequest: 0, growing: {} }
  const more = last.bytes - first.bytes
  let keptPerRequest = more > Math.max(LEAP, first.bytes * LEAP_SHARE) ? more / requests : 0
  if (collected.length >= FEW) {
    const points = collected.map((point) => ({ ...point, inProgress: 0, resources: {} }))
    keptPerRequest = readGrowth(points).keptPerRequest
  }
  return { kept: keptPerRequest * requests, keptPerRequest, growing: {} }
}

/**
 * @param {WatchReading[]} readings
 * @param {number} collections
 * @returns {number} bytes by which the heap grew for lack of collections, which tell what is kept
 */
function uncollectedOf (readings, collections) {
  const heaps = readings.map(({ heap }) => heap)
  const before = Math.min(...heaps.slice(0, FEW))
  const after = Math.min(...heaps.slice(-FEW))
  return collections < 2 ? Math.max(0, after - before) : 0
}

/**
 * @param {WatchReading[]} readings
 * @returns {number} CPU time per request at the end, to that at the beginning: the lower end of the
 *   interval
 */
function leastGrowthOf (readings) {
  const points = []
  let from = readings[0]
  for (const to of readings) {
    if (to.answered === from.answered) continue
    points.push({ x: (from.answered + to.answered) / 2, y: costOf(from, to) })
    from = to
  }
  if (points.length < FEW) return 1
  const { a, b, bInterval } = fitLine(points)
  const first = points[0].x
  const range = points[points.length - 1].x - first
  return Math.max(1, 1 + bInterval[0] * range / (a + b * first))
}

module.exports = { eluOf, readWatchedFacts }
