'use strict'

// From what was observed to the figures that the rules judge.

const { bottleneck } = require('../measure/bottleneck')
const { fitLine } = require('../statistics/fit')
const { median, sum } = require('../statistics/median')

/** @import { AtRest, Evidence } from '../preload/types' */
/** @import { StackSample } from '../profiling/types' */
/** @import { Facts, LoadEvidence, Point, Window } from './types' */

const INTERVAL = 100 // ms between two readings of the evidence
const STALL = 50 // ms that a timer is late
const WINDOWS = 2 // in a row: a single one has few requests of a server with a high cost
const SYNC = /Sync$/
// Synchronous functions of other modules compute.
const IO = /^node:(internal\/)?(fs|child_process)\b/

/**
 * @param {LoadEvidence} cold the first requests, with one connection
 * @param {LoadEvidence} first with one connection
 * @param {LoadEvidence} second with many
 * @param {StackSample[]} samples of the second load
 * @returns {Facts}
 */
function readFacts (cold, first, second, samples) {
  const { errors, requests, statuses, latency, took, generator } = second.measured
  const { evidence, sample } = second
  const answered = requests.total
  const count = Math.max(1, answered)
  const countAlone = Math.max(1, first.measured.requests.total)
  const early = [...cold.windows, ...first.windows]
  const lowestCost = lowestCostOf(early)
  // autocannon counts no error if the server closes the connection instead of answering.
  const unanswered = Math.max(errors, evidence.served - evidence.answered)
  const failed = sum(Object.entries(statuses).map(([code, n]) => code < '4' ? 0 : n))
  const inProgress = medianOf(evidence.inProgress)
  const serviceTime = first.measured.took * 1000 / countAlone
  const serviceCpu = first.sample.cpuTime / 1000 / countAlone
  return {
    answered,
    errorShare: (unanswered + failed) / Math.max(1, unanswered + answered),
    cpuPerRequest: sample.cpuTime / 1000 / count,
    elu: sample.elu ?? 0,
    eluAlone: first.sample.elu ?? 0,
    gcShare: evidence.gcTime / 1000 / took,
    ...readGrowth(second.atRest),
    costGrowth: lateCostOf(second.windows) / lowestCost,
    costGrowthAlone: lowestCostOf(early.slice(early.length / 2)) / lowestCost,
    costGrowthLate: lateCostOf(second.windows) / earlyCostOf(second.windows),
    poolDelay: medianOf(evidence.poolDelays),
    loopDelay: medianOf(evidence.loopDelays),
    serviceTime,
    serviceCpu,
    latency: latency.p50,
    timeInServer: inProgress * took * 1000 / count,
    ...readStalls(first.evidence, serviceCpu),
    ...readOutgoing(first.evidence),
    syncShare: syncShareOf(samples),
    inProgress,
    connectionsPerRequest: evidence.sockets / Math.max(1, evidence.served),
    generatorBound: bottleneck(sample, generator) === 'generator',
    backgroundCpu: Math.max(first.backgroundCpu, second.backgroundCpu)
  }
}

/**
 * What grows with the requests, at the moments when none is in progress.
 * @param {Point[]} points
 * @returns {Pick<Facts, 'kept'|'keptPerRequest'|'growing'>}
 */
function readGrowth (points) {
  const first = points[0]
  const last = points[points.length - 1]
  /** @param {(point: Point) => number} figure */
  function leastGrowth (figure) {
    if (last.requests === 0) return 0
    return fitLine(points.map((point) => ({ x: point.requests, y: figure(point) }))).bInterval[0]
  }
  /** @type {Facts['growing']} */
  const growing = {}
  for (const [kind, count] of Object.entries(last.resources)) {
    const more = count - (first.resources[kind] ?? 0)
    const perRequest = leastGrowth(({ resources }) => resources[kind] ?? 0)
    if (perRequest > 0) growing[kind] = { more, perRequest }
  }
  return {
    kept: last.bytes - first.bytes,
    keptPerRequest: Math.max(0, leastGrowth(({ bytes }) => bytes)),
    growing
  }
}

/**
 * Delays of a timer that one request at a time does not explain.
 * @param {Evidence} evidence
 * @param {number} serviceCpu ms
 * @returns {Pick<Facts, 'stalls'|'stallShare'|'longestStall'>}
 */
function readStalls ({ loopDelays }, serviceCpu) {
  const stalls = loopDelays.filter((delay) => delay > STALL + 3 * serviceCpu)
  const time = loopDelays.length * INTERVAL + sum(loopDelays)
  return {
    stalls: stalls.length,
    stallShare: time ? sum(stalls) / time : 0,
    longestStall: Math.max(0, ...stalls)
  }
}

/**
 * Requests to other servers.
 * @param {Evidence} evidence of a load with one connection
 * @returns {Pick<Facts, 'backend'|'callsPerRequest'|'callsAtOnce'>}
 */
function readOutgoing ({ outgoing, outgoingAtOnce, served }) {
  const [host, calls] = Object.entries(outgoing).sort(([, a], [, b]) => b - a)[0] ?? ['', 0]
  return {
    backend: host,
    callsPerRequest: calls / Math.max(1, served),
    callsAtOnce: outgoingAtOnce
  }
}

/** @param {number[]} values */
function medianOf (values) {
  return values.length ? median(values) : 0
}

/** @param {Window[]} windows */
function earlyCostOf (windows) {
  return costOf(windows.slice(0, Math.floor(windows.length / 2)))
}

/** @param {Window[]} windows */
function lateCostOf (windows) {
  return costOf(windows.slice(Math.floor(windows.length / 2)))
}

/** @param {Window[]} windows */
function lowestCostOf (windows) {
  let lowest = Infinity
  for (let i = 0; i < windows.length - WINDOWS; i++) {
    const cost = costOf(windows.slice(i, i + WINDOWS))
    if (cost > 0) lowest = Math.min(lowest, cost)
  }
  return lowest
}

/** @param {Window[]} windows @returns {number} µs of CPU time per request */
function costOf (windows) {
  const answered = sum(windows.map(({ answered }) => answered))
  return sum(windows.map(({ cpuTime }) => cpuTime)) / answered
}

/** @param {StackSample[]} samples */
function syncShareOf (samples) {
  const isSync = (/** @type {StackSample} */ { stack }) =>
    stack.some(({ name, file }) => SYNC.test(name) && IO.test(file))
  const all = sum(samples.map(({ weight }) => weight))
  return all ? sum(samples.filter(isSync).map(({ weight }) => weight)) / all : 0
}

module.exports = { medianOf, readFacts, readGrowth, readOutgoing, syncShareOf }
