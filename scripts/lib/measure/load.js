'use strict'

// Sends a load to a URL, through autocannon's API.

const { performance } = require('node:perf_hooks')
const autocannon = require('autocannon')
const { abortable } = require('../base/abortable')
const { ensureOpenFiles } = require('../system/open-files')

/**
 * @typedef {object} Load
 * @property {string} url
 * @property {number} connections
 * @property {number} duration s
 * @property {number} [amount] requests in all, however long they take; the duration is then ignored
 * @property {string} [method]
 * @property {Record<string, string>} [headers]
 * @property {string} [body]
 * @property {number} [pipelining] requests on the wire at once, per connection
 * @property {number} [rate] req/s over all connections, constant; 0: as many as the server answers.
 *   With a rate, autocannon corrects the latencies for coordinated omission.
 * @property {number} [workers] threads that send the load; 0: the main thread
 */

/**
 * @typedef {object} LoadMeasurement
 * @property {number} took s from the first request to the last answer
 * @property {{average: number, stddev: number, min: number, max: number, total: number, sent?: number,
 *   perSecond: number[]}} requests req/s answered; `total` (answered) and `sent` are counts, results of version 1 have
 *   no `sent`; `perSecond` is empty with workers, which do not report seconds
 * @property {{average: number, stddev: number, max: number, p50: number, p90: number, p97_5: number,
 *   p99: number}} latency ms, of the answered requests
 * @property {{average: number, stddev: number, max: number, total: number}} throughput bytes/s; `total` in bytes
 * @property {number} errors requests without an answer: connection errors plus timeouts
 * @property {number} timeouts requests without an answer in 10 s; `errors` includes them
 * @property {number} non2xx answers with a status other than 2xx; `requests` and `latency` include them
 * @property {Record<string, number>} statuses answers by their status
 * @property {{cpu: number, elu: number|null}} generator CPU share of one core, and event-loop utilisation
 *   (null with workers: each has its own loop)
 */

// A timer of autocannon may be late by more than its time. Node.js 22 and later warn of that.
const { emitWarning } = process
process.emitWarning = (/** @type {any[]} */ ...args) => {
  if (args[1] !== 'TimeoutNegativeWarning') Reflect.apply(emitWarning, process, args)
}

/**
 * Rejects with the signal's reason, and with a UserError when the process may not open so many connections. `progress`:
 * draw autocannon's progress bar on stderr; `meter`: counts each answer and error, but not with workers.
 * @typedef {{progress?: boolean, meter?: import('./meter').Meter, signal?: AbortSignal}} LoadOptions
 * @type {(load: Load, options?: LoadOptions) => Promise<LoadMeasurement>}
 */
async function runLoad (load, { progress = false, meter, signal } = {}) {
  signal?.throwIfAborted()
  const { url, connections, duration, amount, method = 'GET', headers, body, ...rest } = load
  const { pipelining = 1, rate = 0, workers = 0 } = rest
  ensureOpenFiles(connections)
  const before = { time: performance.now(), cpu: process.cpuUsage(), loop: performance.eventLoopUtilization() }
  const options = {
    url,
    method: /** @type {autocannon.Options['method']} */ (method),
    ...(headers && { headers }),
    ...(body && { body }),
    connections,
    ...(amount ? { amount } : { duration }),
    pipelining,
    ...(rate && { overallRate: rate / (workers || 1) }), // autocannon applies it to each worker
    ...(workers && { workers })
  }
  const instance = /** @type {autocannon.Instance & Promise<autocannon.Result>} */ (
    /** @type {unknown} */ (autocannon(options)))
  let start = before.time
  instance.once('start', () => { start = performance.now() })
  /** @type {number[]} */
  const perSecond = []
  instance.addListener('tick', ({ counter }) => perSecond.push(counter))
  if (meter) {
    instance.addListener('response', (client, status, bytes, ms) => meter.answered(status, ms))
    instance.addListener('reqError', (err) => meter.failed(err))
  }
  if (progress) autocannon.track(instance, { renderResultsTable: false })

  const stop = () => instance.stop()
  signal?.addEventListener('abort', stop)
  const result = await abortable(instance, signal)
  const took = (performance.now() - start) / 1000 // autocannon's own duration is wrong if the clock is set meanwhile
  signal?.removeEventListener('abort', stop)
  const { user, system } = process.cpuUsage(before.cpu)
  const generator = {
    cpu: (user + system) / 1000 / (performance.now() - before.time),
    elu: workers ? null : performance.eventLoopUtilization(before.loop).utilization
  }
  perSecond.pop() // the last tick only reports that the load has ended
  return { took, ...toMeasurement(result, perSecond), generator }
}

/** @type {(result: autocannon.Result, perSecond: number[]) => Omit<LoadMeasurement, 'took'|'generator'>} */
function toMeasurement ({ requests, latency, throughput, errors, timeouts, non2xx, statusCodeStats = {} }, perSecond) {
  return {
    requests: { ...pick(requests, 'average', 'stddev', 'min', 'max', 'total', 'sent'), perSecond },
    latency: pick(latency, 'average', 'stddev', 'max', 'p50', 'p90', 'p97_5', 'p99'),
    throughput: pick(throughput, 'average', 'stddev', 'max', 'total'),
    errors,
    timeouts,
    non2xx,
    statuses: Object.fromEntries(Object.entries(statusCodeStats).map(([status, { count = 0 }]) => [status, count]))
  }
}

/** @type {<T, K extends keyof T>(from: T, ...keys: K[]) => Pick<T, K>} */
const pick = (from, ...keys) => /** @type {any} */ (Object.fromEntries(keys.map((key) => [key, from[key]])))

module.exports = { runLoad }
