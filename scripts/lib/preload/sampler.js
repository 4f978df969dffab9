'use strict'

// What the probe reads of the process it is in.

/** @import { Sample } from './types' */

const { createHistogram, monitorEventLoopDelay, performance } = require('node:perf_hooks')
const { countByName } = require('./count-by-name')
const { readExcessListeners } = require('./excess-listeners')

const RESOLUTION = 10 // ms between two ticks of the delay monitor, which counts them as delay

/** @type {(readDelayP99: () => number) => () => Sample} */
function createSampler (readDelayP99) {
  let since = readCounters()

  return function sample () {
    const { user, system } = process.cpuUsage(since.cpu)
    const excessListeners = readExcessListeners()
    const { heapUsed, rss } = process.memoryUsage()
    const reading = {
      cpu: (user + system) / 1000 / (performance.now() - since.time),
      cpuTime: user + system,
      userTime: user,
      elu: performance.eventLoopUtilization(since.loop).utilization,
      delayP99: readDelayP99(),
      listeners: excessListeners[0]?.listeners ?? null,
      excessListeners,
      resources: countByName(process.getActiveResourcesInfo()),
      heap: heapUsed,
      rss
    }
    since = readCounters()
    return reading
  }
}

/** @returns {() => number} reads the 99th percentile of the delay since its previous call, ms */
function monitorLoad () {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION })
  delay.enable()
  return () => readP99(delay, RESOLUTION)
}

/**
 * The same for short intervals, with a timer: monitorEventLoopDelay drops the first delay after a
 * reset, which in a blocked server may be the only one of the interval.
 */
function monitorInterval () {
  const delay = createHistogram()
  let last = performance.now()
  setInterval(() => {
    const now = performance.now()
    delay.record(Math.max(1, Math.round((now - last - RESOLUTION) * 1e6)))
    last = now
  }, RESOLUTION).unref()
  return () => readP99(delay, 0)
}

/** @param {import('node:perf_hooks').Histogram} delay @param {number} surplus ms in each delay */
function readP99 (delay, surplus) {
  const p99 = delay.count > 0 ? Math.max(0, delay.percentile(99) / 1e6 - surplus) : 0
  delay.reset()
  return p99
}

function readCounters () {
  return {
    time: performance.now(),
    cpu: process.cpuUsage(),
    loop: performance.eventLoopUtilization()
  }
}

const sample = createSampler(monitorLoad())

/** @type {typeof sample|undefined} */
let intervalSampler

function sampleInterval () {
  intervalSampler ??= createSampler(monitorInterval()) // not before: its timer costs CPU time
  return intervalSampler()
}

module.exports = { sample, sampleInterval }
