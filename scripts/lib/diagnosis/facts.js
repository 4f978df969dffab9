'use strict'

// From what was observed during two loads to the figures that the rules judge.

const { bottleneck } = require('../measure/bottleneck')
const { fitLine } = require('../statistics/fit')
const { median, sum } = require('../statistics/median')

/** @import { Evidence } from '../preload/types' */
/** @import { StackSample } from '../profiling/types' */
/** @import { Interval } from '../statistics/types' */
/** @import { Facts, LoadEvidence } from './types' */

const INTERVAL = 100 // ms between two readings of the evidence
const STALL = 50 // ms that a timer is late
const SYNC = /Sync$/
// Synchronous functions of other modules compute.
const IO = /^node:(internal\/)?(fs|child_process)\b/

/**
 * Reads the facts of a server from its loads.
 * @param {LoadEvidence} cold the warm-up with one connection
 * @param {LoadEvidence} first with one connection
 * @param {LoadEvidence} second with many
 * @param {StackSample[]} samples of the second load
 * @returns {Facts}
 */
function readFacts (cold, first, second, samples) {
  const { measured, sample, evidence, windows } = second
  const answered = measured.requests.total
  const count = Math.max(1, answered)
  const countAlone = Math.max(1, first.measured.requests.total)
  const serviceCpu = first.sample.cpuTime / 1000 / countAlone
  // autocannon counts no error if the server closes the connection instead of answering.
  const unanswered = Math.max(
    measured.errors,
    evidence.served - evidence.answered
  )
  let failed = unanswered
  for (const [status, answers] of Object.entries(measured.statuses)) {
    if (status >= '400') failed += answers
  }
  const early = [...cold.windows, ...first.windows]
  const lowestCost = lowestCostOf(early)
  const half = Math.floor(windows.length / 2)
  const lateCost = costOf(windows.slice(half))
  const common = commonFacts(evidence, measured.took * 1000, samples)
  return {
    ...common,
    answered,
    errorShare: failed / Math.max(1, unanswered + answered),
    cpuPerRequest: sample.cpuTime / 1000 / count,
    elu: sample.elu,
    threadCpu: sample.cpu - sample.elu,
    eluServing: first.sample.elu,
    ...readRest(second.atRest),
    costGrowth: lateCost / lowestCost,
    costGrowthAlone: lowestCostOf(early.slice(early.length / 2)) / lowestCost,
    costGrowthLate: lateCost / costOf(windows.slice(0, half)),
    serviceTime: serviceTimeOf(first.evidence, serviceCpu),
    serviceCpu,
    latency: measured.latency.p50,
    timeInServer: common.inProgress * measured.took * 1000 / count,
    ...readStalls(first.evidence, serviceCpu),
    ...readCalls(first.evidence),
    generatorBound: bottleneck(sample, measured.generator) === 'generator',
    backgroundCpu: Math.max(first.backgroundCpu, second.backgroundCpu)
  }
}

// Without the time that other programs had the core.
function serviceTimeOf ({ serviceTime, coreWait, served }, serviceCpu) {
  return Math.max(serviceCpu, (serviceTime - coreWait) / Math.max(1, served))
}

/** @param {Evidence} evidence @param {number} took ms @param {StackSample[]} samples */
function commonFacts (evidence, took, samples) {
  return {
    gcShare: evidence.gcTime / took,
    poolDelay: medianOf(evidence.poolDelays),
    loopDelay: medianOf(evidence.loopDelays),
    inProgress: medianOf(evidence.inProgress) ?? 0,
    connectionsPerRequest: evidence.sockets / Math.max(1, evidence.served),
    syncShare: syncShareOf(samples)
  }
}

function medianOf (values) {
  return values.length ? median(values) : undefined
}

function syncShareOf (samples) {
  let all = 0
  let sync = 0
  for (const { stack, weight } of samples) {
    all += weight
    if (stack.some(({ name, file }) => SYNC.test(name) && IO.test(file))) {
      sync += weight
    }
  }
  return all ? sync / all : 0
}

/**
 * Fits how a figure grows with the requests.
 * @param {any[]} points with the `requests` until then
 * @param {(point: any) => number} figure
 * @returns {Interval} of the growth per request
 */
function growthInterval (points, figure) {
  const line = points.map((point) => {
    return { x: point.requests, y: figure(point) }
  })
  const isPoint = line[0].x === line[line.length - 1].x
  return isPoint ? [-Infinity, Infinity] : fitLine(line).bInterval
}

// What grows with the requests, at the moments when none is in progress.
function readRest (points) {
  const first = points[0]
  const last = points[points.length - 1]
  /** @type {Record<string, number>} */
  const opened = {}
  let openedPerRequest = 0
  for (const [kind, count] of Object.entries(last.resources)) {
    const [perRequest] = growthInterval(
      points,
      ({ resources }) => resources[kind] ?? 0
    )
    if (perRequest > 0) opened[kind] = count - (first.resources[kind] ?? 0)
    openedPerRequest = Math.max(openedPerRequest, perRequest)
  }
  const [growth] = growthInterval(points, ({ bytes }) => bytes)
  return {
    kept: last.bytes - first.bytes,
    keptPerRequest: Math.max(0, growth),
    opened,
    openedPerRequest
  }
}

/** @param {Evidence} evidence @param {number} serviceCpu ms of a request: it is no stall */
function readStalls ({ loopDelays }, serviceCpu) {
  const stalls = loopDelays.filter((delay) => delay > STALL + 3 * serviceCpu)
  if (!loopDelays.length) return {}
  const time = loopDelays.length * INTERVAL + sum(loopDelays)
  return {
    stalls: stalls.length,
    stallShare: sum(stalls) / time,
    longestStall: Math.max(0, ...stalls)
  }
}

/** @param {Evidence} evidence of a load with one connection, or of a running server */
function readCalls ({ outgoing, outgoingAtOnce, served }) {
  const hosts = Object.entries(outgoing).sort(([, a], [, b]) => b - a)
  const [backend, calls] = hosts[0] ?? ['', 0]
  return {
    backend,
    callsPerRequest: calls / Math.max(1, served),
    callsAtOnce: outgoingAtOnce
  }
}

// Of two windows in a row: a single one has few requests of a server with a high cost.
function lowestCostOf (windows) {
  const pairs = Math.max(1, windows.length - 1)
  let lowest = Infinity
  for (let i = 0; i < pairs; i++) {
    const cost = costOf(windows.slice(i, i + 2))
    if (cost > 0) lowest = Math.min(lowest, cost)
  }
  return lowest
}

// µs of CPU time per request
function costOf (windows) {
  const answers = sum(windows.map(({ answered }) => answered))
  return sum(windows.map(({ cpuTime }) => cpuTime)) / answers
}

module.exports = { commonFacts, growthInterval, readCalls, readFacts, readStalls }
