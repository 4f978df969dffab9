'use strict'

// What a diagnosis asks of the process, beyond a sample: garbage collection, the thread pool,
// requests in progress.

/** @import { Evidence } from './types' */

const { subscribe, unsubscribe } = require('node:diagnostics_channel')
const { stat } = require('node:fs')
const { performance, PerformanceObserver } = require('node:perf_hooks')
const v8 = require('node:v8')
const vm = require('node:vm')
const { countByName } = require('./sampler')

const INTERVAL = 100 // ms between two readings
const REQUESTS = 'http.server.request.start'

/** @returns {() => Evidence} ends the collection */
function collectEvidence () {
  const heapBefore = heapAfterCollection()
  /** @type {Evidence} */
  const evidence = {
    duration: 0,
    gcTime: 0,
    kept: 0,
    poolDelays: [],
    loopDelays: [],
    inProgress: [],
    resources: {}
  }

  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) evidence.gcTime += duration
  })
  observer.observe({ type: 'gc' })

  let inProgress = 0
  /** @param {any} message */
  function onRequest ({ response }) {
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
    keepHighest(evidence.resources, countByName(process.getActiveResourcesInfo()))
    expected = now + INTERVAL
    stat('.', () => evidence.poolDelays.push(performance.now() - now))
  }, INTERVAL)
  timer.unref()

  return () => {
    unsubscribe(REQUESTS, onRequest)
    clearInterval(timer)
    observer.disconnect()
    evidence.duration = performance.now() - start
    evidence.kept = heapAfterCollection() - heapBefore
    return evidence
  }
}

/** @param {Record<string, number>} highest so far @param {Record<string, number>} counts */
function keepHighest (highest, counts) {
  for (const [kind, count] of Object.entries(counts)) {
    highest[kind] = Math.max(count, highest[kind] ?? 0)
  }
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

function startEvidence () {
  stop = collectEvidence()
}

function stopEvidence () {
  if (!stop) throw new Error('no evidence is collected')
  return stop()
}

module.exports = { startEvidence, stopEvidence }
