'use strict'

// Counts what a load brings in, and tells how it has gone since it was read before.

const { createHistogram, performance } = require('node:perf_hooks')

const WINDOW = 4 // readings that rate and latency are told over: a blocked server answers in bursts

/**
 * @typedef {object} Meter
 * @property {(status: number, ms: number) => void} answered
 * @property {(err: Error) => void} failed
 * @property {() => Reading} read
 */

/**
 * @typedef {object} Reading
 * @property {number} rate req/s answered, over the last four readings
 * @property {number|null} latencyP99 ms, of the answers since four readings ago; null when there were none
 * @property {number} answered requests since the start, as the counts below
 * @property {number} unavailable answers with status 503
 * @property {number} non2xx answers with another status than 2xx, 503 included
 * @property {number} timeouts
 * @property {number} errors timeouts included
 */

/** @returns {Meter} */
function createMeter () {
  const counts = { answered: 0, unavailable: 0, non2xx: 0, timeouts: 0, errors: 0 }
  let spans = [begin(0)] // the last one is still open

  return {
    answered (status, ms) {
      spans.at(-1).latency.record(Math.max(1, Math.round(ms * 1000)))
      counts.answered++
      if (status < 200 || status > 299) counts.non2xx++
      if (status === 503) counts.unavailable++
    },
    failed (err) {
      counts.errors++
      if (err.message === 'request timed out') counts.timeouts++ // autocannon's word
    },
    read () {
      const [{ time, answered }] = spans
      const latency = createHistogram()
      for (const span of spans) latency.add(span.latency)
      spans = [...spans.slice(1 - WINDOW), begin(counts.answered)]
      return {
        rate: (counts.answered - answered) / (performance.now() - time) * 1000,
        latencyP99: latency.count ? latency.percentile(99) / 1000 : null,
        ...counts
      }
    }
  }
}

function begin (answered) {
  return { time: performance.now(), answered, latency: createHistogram() } // latency in µs
}

module.exports = { createMeter }
