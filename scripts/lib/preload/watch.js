'use strict'

// Evaluated in a running server: collects evidence while a command watches, and what the requests
// of each route took. Without a word from the command, it ends by itself.

/** @import { Route } from './types' */

const { createHistogram, performance } = require('node:perf_hooks')
const { clearInterval, setInterval } = require('node:timers')
const { getHeapStatistics } = require('node:v8')
const { startEvidence, stopEvidence } = require('./evidence')

const INTERVAL = 500 // ms
const SILENCE = 10 // turns of the timer: a blocked event loop hears the command no sooner
const ROUTES = 200
const ID = /\/(?:\d+|[\da-f]{8}-[\da-f-]{27}|(?=[^/]*\d)[\w-]{16,})(?=\/|$)/gi

/** @type {Map<string, Route>} */
const routes = new Map()
const latency = createHistogram() // µs
let failed = 0
let silentTurns = 0
let hasEnded = false
const timer = setInterval(endInSilence, INTERVAL).unref()
const evidence = startEvidence(countAnswer)

function countAnswer ({ req, statusCode, writableFinished }, ms) {
  if (!writableFinished || statusCode >= 500) failed++
  latency.record(Math.max(1, Math.round(ms * 1000)))
  const path = req.url.split('?', 1)[0].replace(ID, '/:id')
  let name = `${req.method} ${path}`
  if (!routes.has(name) && routes.size >= ROUTES) name = 'other routes'
  const route = routes.get(name) ?? { name, requests: 0, time: 0 }
  routes.set(name, route)
  route.requests++
  route.time += ms
}

function endInSilence () {
  if (++silentTurns < SILENCE) return
  try {
    end()
  } catch {} // nobody is there to be told
}

/** Reads what was counted since the start. */
function read () {
  if (hasEnded) throw new Error('it got no request from this command for 5 s')
  silentTurns = 0
  const { user, system } = process.cpuUsage()
  return {
    time: performance.now(), // ms
    cpuTime: user + system, // µs, since the process started
    loop: performance.eventLoopUtilization(), // ms, since the process started
    serving: { ...evidence.serving }, // ms of the event loop, with requests in progress
    answered: evidence.answered, // requests
    heap: getHeapStatistics().used_heap_size // bytes
  }
}

/** Reads everything, the last time. @throws What failed meanwhile. */
function end () {
  const last = read()
  clearInterval(timer)
  hasEnded = true
  return {
    ...last,
    latency: latency.count ? latency.percentile(50) / 1000 : 0, // ms, the median
    ended: latency.count, // requests
    failed, // of them without an answer, or with a status from 500 on
    routes: Array.from(routes.values()),
    evidence: stopEvidence()
  }
}

module.exports = { end, read }
