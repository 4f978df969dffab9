'use strict'

// Fires a load at a URL, through autocannon's own API.

const { performance } = require('node:perf_hooks')
const autocannon = require('autocannon')
const { abortable } = require('../cli/abortable')
const { ensureOpenFiles } = require('../system/open-files')

/**
 * @typedef {object} Load
 * @property {string} url
 * @property {number} connections
 * @property {number} duration s
 * @property {number} [amount] requests in all, however long they take; the duration then counts for nothing
 * @property {string} [method]
 * @property {number} [pipelining] requests on the wire at once, a connection
 * @property {number} [rate] req/s over all connections, constant; 0: as many as the server answers.
 *   With a rate, autocannon corrects the latencies for coordinated omission.
 * @property {number} [workers] threads that fire; 0: the main thread
 */

/**
 * @typedef {object} LoadMeasurement
 * @property {number} took s from the first request to the last answer
 * @property {{average: number, stddev: number, min: number, max: number, total: number, perSecond: number[]}} requests
 *   req/s; `total` is a count; `perSecond` is empty with workers, which report no seconds
 * @property {{average: number, stddev: number, max: number, p50: number, p90: number, p97_5: number, p99: number}} latency ms
 * @property {{average: number, stddev: number, max: number, total: number}} throughput bytes/s; `total` in bytes
 * @property {number} errors connections that failed, timeouts included
 * @property {number} timeouts requests without an answer in 10 s
 * @property {number} non2xx answers of another status
 * @property {Record<string, number>} statuses answers by their status
 * @property {{cpu: number, elu: number|null}} generator CPU share of one core, and event-loop utilisation
 *   (null with workers: each has a loop of its own)
 */

/**
 * @param {Load} load
 * @param {object} [options]
 * @param {boolean} [options.progress] draw autocannon's progress bar on stderr
 * @param {import('./meter').Meter} [options.meter] is told of each answer and failure; not with workers
 * @param {AbortSignal} [options.signal]
 * @returns {Promise<LoadMeasurement>} rejects with the signal's reason when it is aborted
 * @throws {import('../cli/errors').UserError} when so many connections may not be open
 */
async function runLoad (load, { progress = false, meter, signal } = {}) {
  signal?.throwIfAborted()
  const { url, connections, duration, amount, method = 'GET', pipelining = 1, rate = 0, workers = 0 } = load
  ensureOpenFiles(connections)
  const begun = { time: performance.now(), cpu: process.cpuUsage(), loop: performance.eventLoopUtilization() }
  const instance = autocannon({
    url,
    method,
    connections,
    ...(amount ? { amount } : { duration }),
    pipelining,
    ...(rate && { overallRate: rate / (workers || 1) }), // autocannon applies it to each worker
    ...(workers && { workers })
  })
  let started = begun.time
  instance.once('start', () => { started = performance.now() })
  const perSecond = []
  instance.on('tick', ({ counter }) => perSecond.push(counter))
  if (meter) {
    instance.on('response', (client, status, bytes, ms) => meter.answered(status, ms))
    instance.on('reqError', (err) => meter.failed(err))
  }
  if (progress) autocannon.track(instance, { renderResultsTable: false })

  const stop = () => instance.stop()
  signal?.addEventListener('abort', stop)
  const result = await abortable(instance, signal)
  const took = (performance.now() - started) / 1000 // autocannon's own duration goes wrong when the clock is set
  signal?.removeEventListener('abort', stop)
  const { user, system } = process.cpuUsage(begun.cpu)
  const generator = {
    cpu: (user + system) / 1000 / (performance.now() - begun.time),
    elu: workers ? null : performance.eventLoopUtilization(begun.loop).utilization
  }
  perSecond.pop() // the last tick says only that the load has ended
  return toMeasurement(result, took, perSecond, generator)
}

function toMeasurement ({ requests, latency, throughput, errors, timeouts, non2xx, statusCodeStats }, took, perSecond, generator) {
  const pick = (from, ...keys) => Object.fromEntries(keys.map((key) => [key, from[key]]))
  return {
    took,
    requests: { ...pick(requests, 'average', 'stddev', 'min', 'max', 'total'), perSecond },
    latency: pick(latency, 'average', 'stddev', 'max', 'p50', 'p90', 'p97_5', 'p99'),
    throughput: pick(throughput, 'average', 'stddev', 'max', 'total'),
    errors,
    timeouts,
    non2xx,
    statuses: Object.fromEntries(Object.entries(statusCodeStats).map(([status, { count }]) => [status, count])),
    generator
  }
}

module.exports = { runLoad }
