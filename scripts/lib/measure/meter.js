'use strict'

// Counts the answers of a running load, and reports the rate of the last second and the latency since the start.

const { createHistogram, performance } = require('node:perf_hooks')

const WINDOW = 4 // readings over which the rate is computed: a blocked server answers in bursts

/**
 * @typedef {object} Meter
 * @property {(status: number, ms: number) => void} answered
 * @property {(err: Error) => void} failed
 * @property {() => Reading} read
 */

/**
 * @typedef {object} Reading
 * @property {number} rate req/s answered, over the last four readings
 * @property {number|null} latencyP99 ms, of the requests answered since the start, as in a result; null without one
 * @property {number} answered requests since the start, like the counts below
 * @property {number} unavailable answers with status 503
 * @property {number} non2xx answers with a status other than 2xx, 503 included
 * @property {number} timeouts requests without an answer in 10 s
 * @property {number} errors requests that failed, timeouts included
 */

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
      const [{ time, answered }] = readings
      const now = performance.now()
      readings = [...readings.slice(1 - WINDOW), { time: now, answered: counts.answered }]
      return {
        rate: (counts.answered - answered) / (now - time) * 1000,
        latencyP99: latency.count ? latency.percentile(99) / 1000 : null,
        ...counts
      }
    }
  }
}

module.exports = { createMeter }
