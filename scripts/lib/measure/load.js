'use strict'

// Sends a load to a URL, through autocannon's API.

/** @import { Load, LoadMeasurement, Meter } from './types' */

const { performance } = require('node:perf_hooks')
const autocannon = require('autocannon')
const { abortable } = require('../base/abortable')
const { ensureOpenFiles } = require('../system/open-files')

// autocannon ends a load in the first tick of a second after its duration. A load of 10 s whose
// tenth tick comes too early would last 11 s.
const HALF = 0.5 // s

// A timer of autocannon may be late by more than its time. Node.js 22 and later warn of that.
const { emitWarning } = process
process.emitWarning = (/** @type {any[]} */ ...args) => {
  if (args[1] === 'TimeoutNegativeWarning') return
  Reflect.apply(emitWarning, process, args)
}

/**
 * Sends a load. With a rate, autocannon corrects the latencies for coordinated omission.
 * @param {Load} load
 * @param {object} [options]
 * @param {boolean} [options.progress] Draw autocannon's progress bar on stderr.
 * @param {Meter} [options.meter] Counts each answer and error, but not with workers.
 * @param {AbortSignal} [options.signal] Ends the load; its reason is thrown.
 * @returns {Promise<LoadMeasurement>}
 * @throws {UserError} When the process may not open so many connections.
 */
async function runLoad (load, { progress = false, meter, signal } = {}) {
  signal?.throwIfAborted()
  ensureOpenFiles(load.connections)
  const begun = performance.now()
  const cpuBefore = process.cpuUsage()
  const loopBefore = performance.eventLoopUtilization()
  const instance = /** @type {autocannon.Instance & Promise<autocannon.Result>} */ (
    /** @type {unknown} */ (autocannon(autocannonOptions(load))))
  let start = begun
  instance.once('start', () => { start = performance.now() })
  /** @type {number[]} */
  const perSecond = []
  let answered = 0 // since the last tick; autocannon's own counter misses some answers
  instance.addListener('response', () => { answered++ })
  instance.addListener('tick', () => {
    perSecond.push(answered)
    answered = 0
  })
  if (meter) {
    instance.addListener('response', (client, status, bytes, ms) => meter.answered(status, ms))
    instance.addListener('reqError', (err) => meter.failed(err))
  }
  if (progress) autocannon.track(instance, { renderResultsTable: false })

  const stop = () => instance.stop()
  signal?.addEventListener('abort', stop)
  const result = await abortable(instance, signal)
  signal?.removeEventListener('abort', stop)

  const end = performance.now()
  const { user, system } = process.cpuUsage(cpuBefore)
  const { utilization } = performance.eventLoopUtilization(loopBefore)
  const rest = perSecond.pop() // of the tick that reports the end, just after the last second
  if (rest && perSecond.length) perSecond[perSecond.length - 1] += rest
  return {
    took: (end - start) / 1000, // autocannon's duration is wrong if the clock is set meanwhile
    ...toMeasurement(result, perSecond),
    generator: {
      cpu: (user + system) / 1000 / (end - begun),
      elu: load.workers ? null : utilization // each worker has a loop of its own
    }
  }
}

/** @param {Load} load @returns {autocannon.Options} */
function autocannonOptions (load) {
  const { url, connections, duration, amount, method = 'GET', headers, body } = load
  const { pipelining = 1, rate = 0, workers = 0 } = load
  /** @type {any} */
  const options = { url, method, connections, pipelining }
  if (headers) options.headers = headers
  if (body) options.body = body
  if (amount) options.amount = amount
  else options.duration = duration - HALF
  if (rate) options.overallRate = rate / (workers || 1) // autocannon applies it to each worker
  if (workers) options.workers = workers
  return options
}

/** @param {autocannon.Result} result @param {number[]} perSecond */
function toMeasurement (result, perSecond) {
  const { requests, latency, throughput, errors, timeouts, non2xx } = result
  /** @type {Record<string, number>} */
  const statuses = {}
  for (const [status, { count = 0 }] of Object.entries(result.statusCodeStats ?? {})) {
    statuses[status] = count
  }
  return {
    requests: {
      ...pick(requests, 'average', 'stddev', 'min', 'max', 'total', 'sent'),
      perSecond
    },
    latency: pick(latency, 'average', 'stddev', 'max', 'p50', 'p90', 'p97_5', 'p99'),
    throughput: pick(throughput, 'average', 'stddev', 'max', 'total'),
    errors,
    timeouts,
    non2xx,
    statuses
  }
}

/** @type {<T, K extends keyof T>(from: T, ...keys: K[]) => Pick<T, K>} */
function pick (from, ...keys) {
  return /** @type {any} */ (Object.fromEntries(keys.map((key) => [key, from[key]])))
}

module.exports = { runLoad }
