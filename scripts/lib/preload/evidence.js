'use strict'

// What a diagnosis asks of the process, beyond a sample: garbage collection, the thread pool, requests in progress.

const { subscribe, unsubscribe } = require('node:diagnostics_channel')
const { stat } = require('node:fs')
const { performance, PerformanceObserver } = require('node:perf_hooks')
const v8 = require('node:v8')
const vm = require('node:vm')

const INTERVAL = 100 // ms between two samples
const REQUESTS = 'http.server.request.start'

/**
 * @typedef {object} Evidence of one load
 * @property {number} duration ms
 * @property {number} gcTime ms in garbage collections
 * @property {number} kept bytes that are in use after a collection at the end, beyond those at the start
 * @property {number[]} poolDelays ms that a tiny file call took, each at the same moment as the loop's delay
 * @property {number[]} loopDelays ms that a timer was late
 * @property {number[]} inProgress requests, at the same moments
 * @property {Record<string, number>} resources that keep the event loop alive, by kind, the most of each
 */

/** @returns {() => Evidence} ends the collection */
function collectEvidence () {
  const before = heapAfterCollection()
  /** @type {Evidence} */
  const evidence = {
    duration: 0, gcTime: 0, kept: 0, poolDelays: [], loopDelays: [], inProgress: [], resources: {}
  }

  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) evidence.gcTime += duration
  })
  observer.observe({ type: 'gc' })
  let inProgress = 0
  const onRequest = (/** @type {any} */ { response }) => {
    inProgress++
    response.once('close', () => { inProgress-- })
  }
  subscribe(REQUESTS, onRequest)

  const start = performance.now()
  let expected = start + INTERVAL
  const timer = setInterval(() => {
    const now = performance.now()
    evidence.loopDelays.push(Math.max(0, now - expected))
    evidence.inProgress.push(inProgress)
    countResources(evidence.resources)
    expected = now + INTERVAL
    stat('.', () => evidence.poolDelays.push(performance.now() - now))
  }, INTERVAL)
  timer.unref()

  return () => {
    unsubscribe(REQUESTS, onRequest)
    clearInterval(timer)
    observer.disconnect()
    evidence.duration = performance.now() - start
    evidence.kept = heapAfterCollection() - before
    return evidence
  }
}

/** @param {Record<string, number>} most of each kind so far */
function countResources (most) {
  /** @type {Record<string, number>} */
  const counts = {}
  for (const kind of process.getActiveResourcesInfo()) counts[kind] = (counts[kind] ?? 0) + 1
  for (const [kind, count] of Object.entries(counts)) most[kind] = Math.max(count, most[kind] ?? 0)
}

/** @returns {number} bytes */
function heapAfterCollection () {
  v8.setFlagsFromString('--expose-gc')
  vm.runInNewContext('gc')()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

/** @type {(() => Evidence)|undefined} */
let stop

module.exports = {
  'start evidence' () { stop = collectEvidence() },
  'stop evidence': () => stop?.()
}
