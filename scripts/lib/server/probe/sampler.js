'use strict'

// What the probe reads of the process it is in. It is loaded before the program, which may replace
// functions of Node.js.

/** @import { Sample } from './types' */

const { createHistogram, monitorEventLoopDelay, performance } = require('node:perf_hooks')
const { setInterval } = require('node:timers')
const { getHeapStatistics } = require('node:v8')
const { readExcessListeners, watchListeners } = require('./excess-listeners')

const { max, round } = Math
const { cpuUsage, memoryUsage: { rss } } = process
const { nodeTiming } = performance
const now = performance.now.bind(performance)

const RESOLUTION = 10 // ms between two ticks of the delay monitor, which counts them as delay

/** @returns {() => Sample} */
function createSampler (readDelayP99) {
  let since = readCounters()

  return function sample () {
    const { user, system } = cpuUsage(since.cpu)
    const time = now() - since.time
    const excessListeners = readExcessListeners()
    const reading = {
      cpu: (user + system) / 1000 / time,
      cpuTime: user + system,
      userTime: user,
      // Not eventLoopUtilization, which calls process.hrtime.
      elu: 1 - (nodeTiming.idleTime - since.idle) / time,
      delayP99: readDelayP99(),
      listeners: excessListeners[0]?.listeners ?? null,
      excessListeners,
      heap: getHeapStatistics().used_heap_size,
      rss: readRss()
    }
    since = readCounters()
    return reading
  }
}

function readCounters () {
  return {
    time: now(),
    cpu: cpuUsage(),
    idle: nodeTiming.idleTime
  }
}

// Linux needs a free file descriptor for it.
function readRss () {
  try {
    return rss()
  } catch {}
}

function monitorLoad () {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION })
  delay.enable()
  return () => max(0, readP99(delay) - RESOLUTION)
}

// For short intervals, a timer: monitorEventLoopDelay drops the first delay after a reset, which in
// a blocked server may be the only one of the interval.
function monitorInterval () {
  const delay = createHistogram()
  let last = now()
  setInterval(() => {
    const time = now()
    delay.record(max(1, round((time - last - RESOLUTION) * 1e6)))
    last = time
  }, RESOLUTION).unref()
  return () => readP99(delay)
}

// In ms, since the last call.
function readP99 (delay) {
  const p99 = delay.count > 0 ? delay.percentile(99) / 1e6 : 0
  delay.reset()
  return p99
}

function startSampling () {
  watchListeners()
  let intervalSampler
  return {
    sample: createSampler(monitorLoad()),
    sampleInterval () {
      intervalSampler ??= createSampler(monitorInterval()) // not before: its timer costs CPU time
      return intervalSampler()
    }
  }
}

module.exports = { startSampling }
