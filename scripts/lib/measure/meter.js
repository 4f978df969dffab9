'use strict'

// Counts the answers of a running load, and reports rate and latency since the last readings.

const { createHistogram, performance } = require('node:perf_hooks')

const WINDOW = 4 // readings over which rate and latency are computed: a blocked server answers in bursts

/**
 * @typedef {object} Meter
 * @property {(status: number, ms: number) => void} answered
 * @property {(err: Error) => void} failed
 * @property {() => Reading} read
 */

/**
 * @typedef {object} Reading
 * @property {number} rate req/s answered, over the last four readings
 * @property {number|null} latencyP99 ms, over the last four readings; null without an answer
 * @property {number} answered requests since the start, like the counts below
 * @property {number} unavailable answers with status 503
 * @property {number} non2xx answers with a status other than 2xx, 503 included
 * @property {number} timeouts requests without an answer in 10 s
 * @property {number} errors requests that failed, timeouts included
 */

/** @returns {Meter} */
function createMeter () {
  const counts = { answered: 0, unavailable: 0, non2xx: 0, timeouts: 0, errors: 0 }
  let current = startSpan(0)
  let spans = [current]

  return {
    answered (status, ms) {
      current.latency.record(Math.max(1, Math.round(ms * 1000)))
      counts.answered++
      if (status < 200 || status > 299) counts.non2xx++
      if (status === 503) counts.unavailable++
    },
    failed (err) {
      counts.errors++
      if (err.message === 'request timed out') counts.timeouts++ // autocannon's message
    },
    read () {
      const [{ time, answered }] = spans
      const latency = createHistogram()
      for (const span of spans) latency.add(span.latency)
      current = startSpan(counts.answered)
      spans = [...spans.slice(1 - WINDOW), current]
      return {
        rate: (counts.answered - answered) / (performance.now() - time) * 1000,
        latencyP99: latency.count ? latency.percentile(99) / 1000 : null,
        ...counts
      }
    }
  }
}

/** @param {number} answered requests before it @returns latency: in µs */
const startSpan = (answered) => ({ time: performance.now(), answered, latency: createHistogram() })

module.exports = { createMeter }
