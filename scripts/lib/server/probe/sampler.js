'use strict'

// What the probe reads of the process it is in. It is loaded before the program, which may replace
// functions of Node.js.

/** @import { Sample } from './types' */

const { monitorEventLoopDelay, performance } = require('node:perf_hooks')
const { setInterval } = require('node:timers')
const { getHeapStatistics } = require('node:v8')

const { max } = Math
const { cpuUsage, memoryUsage: { rss } } = process
const { nodeTiming } = performance
const now = performance.now.bind(performance)

const RESOLUTION = 10 // ms between two ticks of the delay monitor, which counts them as delay
const SECOND = 1000 // ms

/** @returns {() => Sample} of the time since the previous one */
function createSampler (delay = monitorLoad()) {
  const lastSecond = watchSeconds()
  let since = readCounters()

  return function sample () {
    const { user, system } = cpuUsage(since.cpu)
    const time = now() - since.time
    const p99 = delay.count > 0 ? delay.percentile(99) / 1e6 : 0
    delay.reset()
    const reading = {
      cpu: (user + system) / 1000 / time,
      cpuTime: user + system,
      userTime: user,
      elu: busyShare(since),
      lastSecond: lastSecond(),
      delayP99: max(0, p99 - RESOLUTION),
      heap: getHeapStatistics().used_heap_size,
      rss: readRss()
    }
    since = readCounters()
    return reading
  }
}

// Not eventLoopUtilization, which calls process.hrtime.
function busyShare ({ time, idle }) {
  return 1 - (nodeTiming.idleTime - idle) / (now() - time)
}

// A mean does not show how a load ended, which may have been too much only then.
function watchSeconds () {
  let since = readCounters()
  let share = 0
  setInterval(() => {
    share = busyShare(since)
    since = readCounters()
  }, SECOND).unref()
  return () => share
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
  return delay
}

module.exports = { createSampler, RESOLUTION }
