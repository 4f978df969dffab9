'use strict'

// What the probe reads of the process it is in.

/** @import { Sample } from './types' */

const { createHistogram, monitorEventLoopDelay, performance } = require('node:perf_hooks')
const { readExcessListeners } = require('./excess-listeners')

const RESOLUTION = 10 // ms between two ticks of the delay monitor, which counts them as delay

/** @returns {() => Sample} */
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
      heap: heapUsed,
      rss
    }
    since = readCounters()
    return reading
  }
}

function readCounters () {
  return {
    time: performance.now(),
    cpu: process.cpuUsage(),
    loop: performance.eventLoopUtilization()
  }
}

function monitorLoad () {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION })
  delay.enable()
  return () => Math.max(0, readP99(delay) - RESOLUTION)
}

// For short intervals, a timer: monitorEventLoopDelay drops the first delay after a reset, which in
// a blocked server may be the only one of the interval.
function monitorInterval () {
  const delay = createHistogram()
  let last = performance.now()
  setInterval(() => {
    const now = performance.now()
    delay.record(Math.max(1, Math.round((now - last - RESOLUTION) * 1e6)))
    last = now
  }, RESOLUTION).unref()
  return () => readP99(delay)
}

// In ms, since the last call.
function readP99 (delay) {
  const p99 = delay.count > 0 ? delay.percentile(99) / 1e6 : 0
  delay.reset()
  return p99
}

const sample = createSampler(monitorLoad())
let intervalSampler

function sampleInterval () {
  intervalSampler ??= createSampler(monitorInterval()) // not before: its timer costs CPU time
  return intervalSampler()
}

module.exports = { sample, sampleInterval }
