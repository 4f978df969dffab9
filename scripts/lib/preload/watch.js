'use strict'

// Evaluated in a running server: collects evidence while a command watches, and what the requests
// of each route took. Without a word from the command, it ends by itself.

/** @import { ServerResponse } from 'node:http' */
/** @import { WatchReading, Route, Watched } from './types' */

const { performance } = require('node:perf_hooks')
const { clearInterval, setInterval } = require('node:timers')
const { getHeapStatistics } = require('node:v8')
const { readEvidence, startEvidence, stopEvidence } = require('./evidence')

const NAME = Symbol.for('keeping-node-fast.watch') // the one global
const SILENCE = 5000 // ms
const INTERVAL = 500 // ms
const TURNS = 3 // of the timer: a blocked event loop hears the command no sooner
const ROUTES = 200
const ID = /\/(?:\d+|[\da-f]{8}-[\da-f-]{27}|(?=[^/]*\d)[\w-]{16,})(?=\/|$)/gi

const times = new Float64Array(10_000) // ms, of the last requests
/** @type {Map<string, Route>} */
const routes = new Map()
/** @type {Map<string, Route>} by method and URL: each request costs as little as possible */
let known = new Map()
let ended = 0
let failed = 0
let lastWord = 0
let turns = 0
/** @type {NodeJS.Timeout|undefined} */
let timer

/** @param {ServerResponse} response @param {number} ms */
function countAnswer ({ req, statusCode, writableFinished }, ms) {
  if (!writableFinished || statusCode >= 500) failed++
  times[ended++ % times.length] = ms
  const route = known.get(`${req.method} ${req.url}`) ?? findRoute(req)
  route.requests++
  route.time += ms
}

/** @param {ServerResponse['req']} request @returns {Route} */
function findRoute ({ method, url }) {
  const path = String(url).split('?', 1)[0].replace(ID, '/:id')
  let name = `${method} ${path}`
  if (!routes.has(name) && routes.size >= ROUTES) name = 'other routes'
  const route = routes.get(name) ?? { name, requests: 0, time: 0 }
  routes.set(name, route)
  if (known.size >= ROUTES) known = new Map()
  known.set(`${method} ${url}`, route)
  return route
}

/** Ends a watch that is there, of a command that was killed. */
function start () {
  /** @type {any} */ (globalThis)[NAME]?.()
  Object.defineProperty(globalThis, NAME, { value: end, configurable: true })
  lastWord = performance.now()
  startEvidence(countAnswer)
  timer = setInterval(endInSilence, INTERVAL).unref()
}

function endInSilence () {
  turns++
  if (turns < TURNS || performance.now() - lastWord < SILENCE) return
  try {
    end()
  } catch {} // nobody is there to be told
}

/** @returns {WatchReading} what was counted since the start */
function read () {
  if (!timer) throw new Error(`it heard nothing from this command for ${SILENCE / 1000} s`)
  lastWord = performance.now()
  turns = 0
  const { user, system } = process.cpuUsage()
  return {
    time: lastWord,
    cpuTime: user + system,
    loop: performance.eventLoopUtilization(),
    answered: readEvidence().answered,
    heap: getHeapStatistics().used_heap_size
  }
}

/** @returns {Watched} everything, the last time @throws What failed meanwhile. */
function end () {
  const last = read()
  clearInterval(timer)
  timer = undefined
  Reflect.deleteProperty(globalThis, NAME)
  const latest = times.slice(0, ended).sort()
  return {
    ...last,
    latency: latest[Math.floor(latest.length / 2)] ?? 0,
    failed,
    routes: Array.from(routes.values()),
    evidence: stopEvidence()
  }
}

module.exports = { end, read, start }
