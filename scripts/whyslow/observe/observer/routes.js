'use strict'

/** @import { RequestInProgress, Route } from '../../types' */

// How long answers take, by route: a method and a path.

const { createHistogram } = require('node:perf_hooks')
const { addCounts, addState, isDisturbed, now } = require('./intervals')

const ROUTES = 200
const SEGMENTS = 10 // of a path: the rest is cut off
const LONG = 24 // characters of a segment
// Only digits, eight or more characters with letters and digits, or what no fixed path has.
const ID = /^\d+$|^(?=.*\d)(?=.*[a-z]).{8}|[^\w.~-]/i

const counts = addCounts(() => ({ ended: 0, failed: 0, serviceTime: 0 }))
// Since the start:
/** @type {Map<string, Route>} */
let routes = new Map()
let latency = createHistogram() // µs

function begin () {
  routes = new Map()
  latency = createHistogram()
}

/** @param {RequestInProgress} request that has ended */
function countAnswer ({ response: { req, statusCode, writableFinished }, began }) {
  counts.ended++
  if (!writableFinished || statusCode >= 500) counts.failed++
  if (isDisturbed(began)) return
  const time = now() - began
  counts.serviceTime += time
  latency.record(Math.max(1, Math.round(time * 1000)))
  let name = `${req.method} ${routeOf(req.url)}`
  if (!routes.has(name) && routes.size >= ROUTES) name = 'other routes'
  const route = routes.get(name) ?? { name, requests: 0, time: 0 }
  routes.set(name, route)
  route.requests++
  route.time += time
}

// Secrets and personal data in a path do not leave the process: what may be an id becomes one.
/** @param {string} url */
function routeOf (url) {
  const segments = url.split('?', 1)[0].split('/', SEGMENTS)
  return segments.map((text) => text.length > LONG || ID.test(text) ? ':id' : text).join('/')
}

function listRoutes () {
  return Array.from(routes.values())
}

addState(() => ({
  latency: latency.percentile(50) / 1000,
  latencyP99: latency.percentile(99) / 1000
}))

module.exports = { begin, countAnswer, listRoutes, routeOf }
