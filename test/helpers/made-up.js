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
  kind: 'load',
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
  server: {
    cpu: 0.51,
    cpuTime: n + 57,
    elu: 0.52,
    delayP99: n + 53,
    listeners: n + 54,
    excessListeners: [{ emitter: 'Server', event: 'after', listeners: n + 54, location: '/app/slow/util.js:28' }],
    resources: { TCPSocketWrap: n + 58 },
    heap: (n + 55) * 1e6,
    rss: (n + 56) * 1e6
  },
  cpuPerRequest: rest?.server === null ? null : 1e7 / (n + 61),
  backgroundCpu: 0.01,
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
    { requests: 1, listeners: 2, ms: 130.3, perSecond: 7.7 },
    { requests: 64, listeners: 65, ms: 6.6, perSecond: 151.5 },
    { requests: 1000, listeners: 1001, ms: 51.5, perSecond: 19.4 }
  ],
  blocks: [],
  fit: { a: 0.71, b: 0.0512, aInterval: [0.61, 0.81], bInterval: [0.0452, 0.0572], r2: 0.987, slope: 0.923 }
})

/** @returns {import('../../scripts/lib/measure/measure').Result} of a load that nothing answered */
const unansweredOf = (target, rest) => {
  const { requests, latency } = resultOf(target, 0)
  const none = { average: 0, stddev: 0, max: 0 }
  return resultOf(target, 0, {
    requests: { ...requests, ...none, min: 0, total: 0, perSecond: [0, 0] },
    latency: { ...latency, ...none, p50: 0, p90: 0, p97_5: 0, p99: 0 },
    ...rest
  })
}

const WIDE = {
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
  note: 'A note that explains how the figures were taken, in more words than a line of the terminal can hold.'
}
WIDE.targets = [['unprotected', 100], ['protected, with a limit of 100 ms', 200]].map(([name, from]) => ({
  name,
  observations: [1, 3, 2, 5, 4, 6].map((n) => ({
    backgroundCpu: n / 20,
    ...Object.fromEntries(WIDE.figures.map(({ name }, i) => [name, from + n + i * 10]))
  }))
}))

// Node core's table. There is no row for a figure that was not measured twice in both, or was 0 in the first.
const OPERATIONS = ['parse', 'print', 'send', 'read', 'write']
const CORE_RUNS = {
  v20: [[100, 50, 0, 1, null], [102, 53, 0, null, null]],
  v22: [[151, 60, 7, null, null], [154, null, 8, null, null]],
  v24: [[90, 71, 9, 3, 5], [113, 75, 9, 4, 6]]
}
const CORE = {
  name: 'core',
  title: 'Operations',
  table: 'core',
  figures: OPERATIONS.map((name) => ({ name, label: name, unit: 'ops/s', better: 'higher' })),
  targets: Object.entries(CORE_RUNS).map(([name, runs]) => ({
    name,
    observations: runs.map((values) => Object.fromEntries(OPERATIONS.map((operation, i) => [operation, values[i]])))
  }))
}

// Figures of many units, some measured in no run or 0, a rate that the generator limited, a publication's figures.
const SOURCED = {
  name: 'sourced',
  title: 'What a publication says too',
  figures: [
    { name: 'rate', label: 'rate', unit: '', better: 'higher', limitedBy: 'generatorBound' },
    { name: 'cpu', label: 'CPU time', unit: 'µs', better: 'lower' },
    { name: 'heap', label: 'heap', unit: 'bytes', better: 'lower' },
    { name: 'start', label: 'start', unit: 'starts/s', better: 'higher' },
    { name: 'lost', label: 'lost', unit: '%', better: 'lower' }
  ],
  source: { name: 'the note', figures: { string: '350K', broken: '1K' } },
  targets: [
    {
      name: 'json',
      observations: [17.25, 18.5, 16, 17.25].map((rate, i) =>
        ({ rate, cpu: 1000 / rate, heap: (61 + i) * 1e6, start: 0, lost: i === 2 ? null : 0 }))
    },
    {
      name: 'string',
      observations: [36, 37.5, 38, 37].map((rate, i) => ({
        rate, cpu: 10_000 / rate, heap: 62.3456e6, start: 3, lost: i === 1 ? 0.5 : null, generatorBound: Number(i > 1)
      }))
    },
    { name: 'broken', observations: Array.from({ length: 4 }, () => ({ rate: null, cpu: 8 })) }
  ]
}

const SKIPPED = {
  name: 'skipped',
  title: 'What this machine lacks',
  figures: [{ name: 'rate', label: 'rate', unit: 'req/s', better: 'higher' }],
  skipReason: 'no Docker: install it',
  targets: [{ name: 'alone', observations: [] }]
}

// Nothing is compared.
const PLAIN = {
  name: 'plain',
  title: 'Without a ratio',
  figures: [{ name: 'delay', label: 'delay', unit: 'ms' }],
  targets: [
    { name: 'quick', observations: [{ delay: 5 }, { delay: 6 }, { delay: 10 }] },
    { name: 'ahead', observations: [{ delay: -99 }, { delay: -100 }, { delay: -101 }] }
  ]
}

/** @returns {import('../../scripts/lib/experiments/run-lab').LabResult} with one wide experiment, or with others */
const labOf = (...experiments) => ({
  ...STARTED,
  kind: 'lab',
  lab: 'made-up',
  title: 'A made-up lab with a long title',
  settings: { runs: 2, duration: 4 },
  experiments: experiments.length ? experiments : [WIDE]
})

module.exports = { CORE, growthOf, labOf, PLAIN, resultOf, SKIPPED, SOURCED, unansweredOf, WIDE }
