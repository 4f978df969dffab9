'use strict'

// Results that nobody measured, each figure of them different, so that a swapped column shows.

const CPU = { model: 'A made-up CPU', count: 3 }
const ENVIRONMENT = { node: 'v26.1.2', platform: 'linux x64', cpu: CPU, loadAverage: 0.1 }
const LOAD = { connections: 100, duration: 10, warmup: 1, pipelining: 1, rate: 0, workers: 0 }
const STARTED = { schema: 2, startedAt: '2026-01-02T03:04:05.678Z', environment: ENVIRONMENT }

/**
 * @param {string} target
 * @param {number} n any number: the figures follow from it
 * @param {object} [rest] to write over the others
 * @returns {import('../../scripts/lib/measure/measure').Result}
 */
const resultOf = (target, n, rest) => ({
  ...STARTED,
  target,
  load: { url: 'http://127.0.0.1:3000/seed/v1', ...LOAD },
  took: 10.1,
  requests: { average: n + 1, stddev: n + 2, min: n + 3, max: n + 4, total: n + 5, perSecond: [n + 6, n + 7] },
  latency: { average: n + 11, stddev: n + 12, max: n + 13, p50: n + 14, p90: n + 15, p97_5: n + 16, p99: n + 17 },
  throughput: { average: (n + 21) * 1e6, stddev: (n + 22) * 1e6, max: (n + 23) * 1e6, total: (n + 24) * 1e6 },
  errors: n + 31,
  timeouts: n + 32,
  non2xx: n + 33,
  statuses: { 200: n + 5 },
  generator: { cpu: 0.41, elu: 0.42 },
  server: { cpu: 0.51, elu: 0.52, delayP99: n + 53, listeners: n + 54, heap: (n + 55) * 1e6, rss: (n + 56) * 1e6 },
  bottleneck: 'server',
  ...rest
})

/** @returns {import('../../scripts/lib/experiments/growth').Growth} of a server that grows */
const growthOf = () => ({
  ...STARTED,
  kind: 'growth',
  stage: 'slow',
  settings: { duration: 30, max: 131_072 },
  samples: [
    { requests: 1, listeners: 2, ms: 30.3, perSecond: 33 },
    { requests: 64, listeners: 65, ms: 6.6, perSecond: 151.5 },
    { requests: 1000, listeners: 1001, ms: 51.5, perSecond: 19.4 }
  ],
  blocks: [],
  fit: { a: 0.71, b: 0.0512, aInterval: [0.61, 0.81], bInterval: [0.0452, 0.0572], r2: 0.987, slope: 0.923 }
})

/** @returns {import('../../scripts/lib/experiments/run-lab').LabResult} with one wide experiment */
function labOf () {
  const names = ['accepted', 'refused', 'failed', 'p50', 'p99', 'delay']
  const observe = (n) => Object.fromEntries(names.map((name, i) => [name, n + i * 10]))
  return {
    ...STARTED,
    kind: 'lab',
    lab: 'made-up',
    title: 'A made-up lab with a long title',
    settings: { runs: 2, duration: 4 },
    experiments: [{
      name: 'wide',
      title: 'An experiment with more columns than a terminal has room for, and a title that does not fit either',
      figures: [
        { name: 'accepted', label: 'accepted requests', unit: 'req/s', better: 'higher' },
        { name: 'refused', label: 'refused with 503', unit: '%' },
        { name: 'failed', label: 'failed in another way', unit: '%' },
        { name: 'p50', label: 'p50 of the accepted', unit: 'ms', better: 'lower' },
        { name: 'p99', label: 'p99 of the accepted', unit: 'ms', better: 'lower' },
        { name: 'delay', label: 'event-loop delay p99', unit: 'ms' }
      ],
      targets: [
        { name: 'unprotected', observations: [observe(101), observe(103)] },
        { name: 'protected, with a limit of 100 ms', observations: [observe(201), observe(203)] }
      ],
      note: 'A note that explains how the figures were taken, in more words than a line of the terminal can hold.'
    }]
  }
}

module.exports = { growthOf, labOf, resultOf }
