'use strict'

// Counts the answers of a running load: the rate of the last second, the latency since the start.

/** @import { Meter } from './types' */

const { createHistogram, performance } = require('node:perf_hooks')

const WINDOW = 4 // readings over which the rate is computed: a blocked server answers in bursts

/** @returns {Meter} */
function createMeter () {
  const counts = { answered: 0, unavailable: 0, non2xx: 0, timeouts: 0, errors: 0 }
  const latency = createHistogram() // in µs
  let readings = [{ time: performance.now(), answered: 0 }]

  return {
    answered (status, ms) {
      latency.record(Math.max(1, Math.round(ms * 1000)))
      counts.answered++
      if (status < 200 || status > 299) counts.non2xx++
      if (status === 503) counts.unavailable++
    },
    failed (err) {
      counts.errors++
      if (err.message === 'request timed out') counts.timeouts++ // autocannon's message
    },
    read () {
      const [oldest] = readings
      const now = performance.now()
      readings = [...readings.slice(1 - WINDOW), { time: now, answered: counts.answered }]
      return {
        rate: (counts.answered - oldest.answered) / (now - oldest.time) * 1000,
        latencyP99: latency.count ? latency.percentile(99) / 1000 : null,
        ...counts
      }
    }
  }
}

module.exports = { createMeter }
