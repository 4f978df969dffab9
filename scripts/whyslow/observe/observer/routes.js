'use strict'

/** @import { Part } from '../../types' */

// How long answers take, by route: a method and a path.
/** @type {Part} */
module.exports = (env) => {
  const ROUTES = 200
  const SEGMENTS = 10 // of a path: the rest is cut off
  const LONG = 24 // characters of a segment
  // Only digits, eight or more characters with letters and digits, or what no fixed path has.
  const ID = /^\d+$|^(?=.*\d)(?=.*[a-z]).{8}|[^\w.~-]/i

  return {
    countAnswer ({ response: { req, statusCode, writableFinished }, began }) {
      const { interval, routes } = env
      interval.ended++
      if (!writableFinished || statusCode >= 500) interval.failed++
      if (began < env.countedFrom) return
      const time = env.now() - began
      interval.serviceTime += time
      env.latency.record(Math.max(1, Math.round(time * 1000)))
      let name = `${req.method} ${env.routeOf(req.url)}`
      if (!routes.has(name) && routes.size >= ROUTES) name = 'other routes'
      const route = routes.get(name) ?? { name, requests: 0, time: 0 }
      routes.set(name, route)
      route.requests++
      route.time += time
    },

    // Secrets and personal data in a path do not leave the process: what may be an id becomes one.
    routeOf (url) {
      const segments = url.split('?', 1)[0].split('/', SEGMENTS)
      return segments.map((text) => text.length > LONG || ID.test(text) ? ':id' : text).join('/')
    }
  }
}
