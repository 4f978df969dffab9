'use strict'

/** @import { Load, LoadMeasurement, LoadOptions, Meter } from '../server/types' */

const { performance } = require('node:perf_hooks')
const autocannon = require('autocannon')
const hdr = require('hdr-histogram-js')
const { abortable } = require('../cli/abortable')
const { mean, standardDeviation, sum } = require('./medians')
const { ensureOpenFiles } = require('../server/network')

// autocannon ends a load in the first full second after its duration. A load of 10 s whose tenth
// second ends too early would last 11 s.
const HALF = 0.5 // s

// A timer of autocannon may be late by more than its time. Node.js 22 and later warn of that.
const { emitWarning } = process
process.emitWarning = (...args) => {
  if (args[1] === 'TimeoutNegativeWarning') return
  Reflect.apply(emitWarning, process, args)
}

/**
 * Sends a load once.
 * @param {Load} load
 * @param {LoadOptions & {meter?: Meter, generator?: (options: any) => any}} [options]
 * @returns {Promise<LoadMeasurement>}
 * @throws {UserError} When the process may not open so many connections.
 */
async function runLoad (load, { meter, ...options } = {}) {
  const { send, measured } = createLoad(load, options)
  await send(load.duration, meter)
  return measured()
}

/**
 * Prepares a load that is sent in turns, of so many seconds each. With a rate, autocannon corrects
 * the latencies for coordinated omission.
 * @param {Load} load
 * @param {LoadOptions & {generator?: (options: any) => any}} [options]
 * @throws {UserError} When the process may not open so many connections.
 */
function createLoad (load, { onProgress, signal, generator = autocannon } = {}) {
  signal?.throwIfAborted()
  ensureOpenFiles(load.connections)
  const reports = [] // of each turn
  const seconds = [] // the answers and bytes of each second of all turns
  let latencies // of all turns
  let took = 0 // s; autocannon's duration is wrong if the clock is set meanwhile
  const used = { time: 0, cpu: 0, loop: 0 } // ms of this process

  /** @type {(duration: number, meter?: Meter) => Promise<void>} */
  async function send (duration, meter) {
    const begun = performance.now()
    const cpuBefore = process.cpuUsage()
    const loopBefore = performance.eventLoopUtilization()
    const instance = /** @type {any} */ (generator(autocannonOptions(load, duration)))
    const last = load.amount ? Infinity : Math.ceil(duration) - 1 // it counts late answers, too
    const answers = [] // autocannon's own ticks leave some of them out
    let start = begun
    instance.once('start', () => { start = performance.now() })
    instance.on('response', (client, status, bytes, ms) => {
      const second = Math.floor((performance.now() - start) / 1000)
      count(answers, Math.min(second, last), bytes)
      meter?.answered(status, ms)
    })
    if (meter) instance.on('reqError', meter.failed)
    let ticks = 0 // each second
    if (onProgress) instance.on('tick', () => onProgress(Math.min(1, ++ticks / duration)))

    const stop = () => instance.stop()
    signal?.addEventListener('abort', stop)
    const report = await abortable(instance, signal)
    signal?.removeEventListener('abort', stop)
    reports.push(report)
    const histogram = hdr.decodeFromCompressedBase64(report.latencies)
    if (latencies) latencies.add(histogram)
    else latencies = histogram

    const end = performance.now()
    const { user, system } = process.cpuUsage(cpuBefore)
    used.time += end - begun
    used.cpu += (user + system) / 1000
    used.loop += performance.eventLoopUtilization(loopBefore).active
    took += (end - start) / 1000
    extend(answers, load.amount ? 1 : last + 1)
    seconds.push(...answers)
  }

  /** @returns {LoadMeasurement} */
  function measured () {
    const total = (field) => sum(reports.map((report) => report[field]))
    const perSecond = seconds.map(({ answers }) => answers)
    return {
      took,
      requests: {
        ...describe(perSecond),
        total: total('totalCompletedRequests'),
        sent: total('totalRequests'),
        perSecond
      },
      latency: describeLatencies(latencies),
      throughput: describe(seconds.map(({ bytes }) => bytes)),
      errors: total('errors'),
      timeouts: total('timeouts'),
      non2xx: total('non2xx'),
      statuses: countStatuses(reports),
      generator: {
        cpu: used.cpu / used.time,
        elu: used.loop / used.time
      }
    }
  }

  return { send, measured }
}

function count (seconds, index, bytes) {
  extend(seconds, index + 1)
  seconds[index].answers++
  seconds[index].bytes += bytes
}

function extend (seconds, length) {
  while (seconds.length < length) seconds.push({ answers: 0, bytes: 0 })
}

function autocannonOptions (load, duration) {
  const { url, connections, amount, method = 'GET', headers, body, rate } = load
  const options = /** @type {any} */ ({
    url,
    method,
    connections,
    skipAggregateResult: true
  })
  if (headers) options.headers = headers
  if (body) options.body = body
  if (amount) options.amount = amount
  else options.duration = duration - HALF
  if (rate) options.overallRate = rate
  return options
}

function describe (values) {
  return {
    average: mean(values),
    stddev: values.length > 1 ? standardDeviation(values) : 0,
    max: Math.max(...values)
  }
}

// autocannon's own aggregateResult keeps 4 MB of each call for ever.
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

function countStatuses (reports) {
  /** @type {Record<string, number>} */
  const statuses = {}
  for (const { statusCodeStats } of reports) {
    for (const [status, { count }] of Object.entries(statusCodeStats)) {
      statuses[status] = (statuses[status] ?? 0) + count
    }
  }
  return statuses
}

module.exports = { createLoad, runLoad }
