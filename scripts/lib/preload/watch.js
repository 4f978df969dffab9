'use strict'

// Evaluated in a running server: collects evidence while a command watches, and what the requests
// of each route took. Without a word from the command, it ends by itself.

/** @import { Route } from './types' */

const { createHistogram, performance } = require('node:perf_hooks')
const { clearInterval, setInterval } = require('node:timers')
const { getHeapStatistics } = require('node:v8')
const { startEvidence, stopEvidence } = require('./evidence')
const { readScripts } = require('./scripts')

const INTERVAL = 500 // ms
const SILENCE = 10 // turns of the timer: a blocked event loop hears the command no sooner
const ROUTES = 200
const SEGMENTS = 10 // of a path: the rest is cut off
const LONG = 24 // characters of a segment
// Only digits, eight or more characters with letters and digits, or what no fixed path has.
const ID = /^\d+$|^(?=.*\d)(?=.*[a-z]).{8}|[^\w.~-]/i

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
  let name = `${req.method} ${routeOf(req.url)}`
  if (!routes.has(name) && routes.size >= ROUTES) name = 'other routes'
  const route = routes.get(name) ?? { name, requests: 0, time: 0 }
  routes.set(name, route)
  route.requests++
  route.time += ms
}

// Secrets and personal data in a path do not leave the process: what may be an id becomes one.
function routeOf (url) {
  const segments = url.split('?', 1)[0].split('/', SEGMENTS)
  return segments.map((text) => text.length > LONG || ID.test(text) ? ':id' : text).join('/')
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

module.exports = { end, read, scripts: readScripts }
