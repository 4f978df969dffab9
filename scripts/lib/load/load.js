'use strict'

/** @import { Histogram } from 'hdr-histogram-js' */
/** @import { AddLoad, Generator, Load, LoadMeasurement, LoadOptions, Tally } from './types' */

const { performance } = require('node:perf_hooks')
const autocannon = require('autocannon')
const hdr = require('hdr-histogram-js')
const { abortable } = require('../cli/abortable')
const { UserError } = require('../cli/errors')
const { mean, standardDeviation } = require('./statistics')

// autocannon ends a load in the first full second after its duration. A load of 10 s whose tenth
// second ends too early would last 11 s.
const HALF = 0.5 // s
const RESERVED = 64 // files that a harness or a server opens besides its connections

let running = 0 // loads
/** @type {typeof process.emitWarning} */
let emitWarning // of Node.js, while loads run

/**
 * Sends a load. With a rate, autocannon corrects the latencies for coordinated omission.
 * @param {Load} load
 * @param {LoadOptions} [options]
 * @returns {Promise<LoadMeasurement>} what all loads of the tally measured
 * @throws {UserError} When the process may not open so many connections.
 */
async function sendLoad (load, options = {}) {
  const { onProgress, meter, signal, tally = createTally(), generator = autocannon } = options
  signal?.throwIfAborted()
  ensureOpenFiles(load.connections)
  const endUsage = watchUsage()
  const instance = generator(autocannonOptions(load))
  const seconds = createSeconds(load)
  instance.once('start', seconds.start)
  instance.on('response', (client, status, bytes, ms) => {
    seconds.count(bytes)
    meter?.answered(status, ms)
  })
  if (meter) instance.on('reqError', meter.failed)
  let ticks = 0 // each second
  if (onProgress) instance.on('tick', () => onProgress(Math.min(1, ++ticks / load.duration)))

  const report = await untilEnded(instance, signal)
  const latencies = addLoad(tally, report, seconds.end(), endUsage())
  return describeTally(tally, latencies)
}

/** @param {Generator} instance @param {AbortSignal} [signal] */
async function untilEnded (instance, signal) {
  const stop = () => instance.stop()
  signal?.addEventListener('abort', stop)
  if (!running++) {
    ({ emitWarning } = process)
    process.emitWarning = emitOtherWarning
  }
  try {
    return await abortable(instance, signal)
  } finally {
    if (!--running) process.emitWarning = emitWarning
    signal?.removeEventListener('abort', stop)
  }
}

// A timer of autocannon may be late by more than its time. Node.js 22 and later warn of that.
/** @param {unknown[]} args */
function emitOtherWarning (...args) {
  if (args[1] !== 'TimeoutNegativeWarning') Reflect.apply(emitWarning, process, args)
}

/**
 * Counts the answers of each second: autocannon's own ticks leave some of them out.
 * @param {Load} load
 */
function createSeconds ({ amount, duration }) {
  /** @type {number[]} */
  const answers = []
  /** @type {number[]} */
  const bytes = []
  const last = amount ? Infinity : Math.ceil(duration) - 1 // it counts late answers, too
  let startTime = performance.now()

  /** @param {number} index */
  function extend (index) {
    while (answers.length <= index) {
      answers.push(0)
      bytes.push(0)
    }
  }

  return {
    start () { startTime = performance.now() },
    /** @param {number} size */
    count (size) {
      const index = Math.min(last, Math.floor((performance.now() - startTime) / 1000))
      extend(index)
      answers[index]++
      bytes[index] += size
    },
    end () {
      extend(amount ? 0 : last)
      // autocannon's duration is wrong if the clock is set meanwhile.
      return { took: (performance.now() - startTime) / 1000, answers, bytes }
    }
  }
}

// The result gives the ms that this process used since.
function watchUsage () {
  const time = performance.now()
  const cpu = process.cpuUsage()
  const loop = performance.eventLoopUtilization()
  return () => {
    const { user, system } = process.cpuUsage(cpu)
    return {
      time: performance.now() - time,
      cpu: (user + system) / 1000,
      loop: performance.eventLoopUtilization(loop).active
    }
  }
}

/** @returns {Tally} that adds up the turns of a load */
function createTally () {
  return {
    took: 0,
    total: 0,
    sent: 0,
    errors: 0,
    timeouts: 0,
    non2xx: 0,
    statuses: {},
    answers: [],
    bytes: [],
    used: { time: 0, cpu: 0, loop: 0 }
  }
}

/** @type {AddLoad} */
function addLoad (tally, report, { took, answers, bytes }, used) {
  tally.took += took
  tally.total += report.totalCompletedRequests
  tally.sent += report.totalRequests
  tally.errors += report.errors
  tally.timeouts += report.timeouts
  tally.non2xx += report.non2xx
  for (const [status, { count }] of Object.entries(report.statusCodeStats)) {
    tally.statuses[status] = (tally.statuses[status] ?? 0) + count
  }
  tally.answers.push(...answers)
  tally.bytes.push(...bytes)
  tally.used.time += used.time
  tally.used.cpu += used.cpu
  tally.used.loop += used.loop
  const latencies = hdr.decodeFromCompressedBase64(report.latencies)
  tally.latencies?.add(latencies)
  tally.latencies ??= latencies
  return tally.latencies
}

/** @param {Tally} tally @param {Histogram} latencies @returns {LoadMeasurement} */
function describeTally (tally, latencies) {
  const { took, total, sent, errors, timeouts, non2xx } = tally
  const { answers, used } = tally
  return {
    took,
    requests: {
      ...describe(answers),
      total,
      sent,
      perSecond: Array.from(answers)
    },
    latency: describeLatencies(latencies),
    throughput: describe(tally.bytes),
    errors,
    timeouts,
    non2xx,
    statuses: { ...tally.statuses },
    generator: {
      cpu: used.cpu / used.time,
      elu: used.loop / used.time
    }
  }
}

/** @param {number[]} values */
function describe (values) {
  return {
    average: mean(values),
    stddev: standardDeviation(values),
    max: Math.max(...values)
  }
}

// autocannon's own aggregateResult keeps 4 MB of each call for ever.
/** @param {Histogram} histogram */
function describeLatencies (histogram) {
  return {
    average: histogram.mean,
    stddev: histogram.stdDeviation,
    max: histogram.maxValue,
    p50: histogram.getValueAtPercentile(50),
    p90: histogram.getValueAtPercentile(90),
    p97_5: histogram.getValueAtPercentile(97.5),
    p99: histogram.getValueAtPercentile(99)
  }
}

// Beyond the limit, autocannon retries for ever and takes all memory.
/** @param {number} connections */
function ensureOpenFiles (connections) {
  /** @type {{userLimits?: {open_files: {soft: number}}}} */
  const { userLimits } = process.report.getReport()
  const limit = userLimits?.open_files.soft ?? NaN // or "unlimited"; Windows has none
  const needed = connections + RESERVED
  if (!(needed > limit)) return
  throw new UserError(`${connections} connections are more than ${limit} open files allow: ` +
    `take ${limit - RESERVED} at most, or allow more with ulimit -n ${needed}`)
}

/** @param {Load} load @returns {object} */
function autocannonOptions ({ url, connections, duration, amount, rate, ...request }) {
  const { method = 'GET', headers, body } = request
  return {
    url,
    method,
    connections,
    skipAggregateResult: true,
    ...headers && { headers },
    ...body && { body },
    ...amount ? { amount } : { duration: duration - HALF },
    ...rate && { overallRate: rate }
  }
}

module.exports = { createTally, sendLoad }
