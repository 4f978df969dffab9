'use strict'

// Results that nobody measured, each figure of them different, so that a swapped column shows.

const CPU = { model: 'A made-up CPU', count: 3 }
const ENVIRONMENT = { node: 'v26.1.2', platform: 'linux x64', cpu: CPU }
const LOAD = { connections: 100, duration: 10, warmup: 1, rate: 0 }
const STARTED = { schema: 2, startedAt: '2026-01-02T03:04:05.678Z', environment: ENVIRONMENT }

/** A result whose figures follow from n; `rest` is written over it. */
const resultOf = (target, n, rest) => ({
  ...STARTED,
  kind: 'load',
  target,
  load: { url: 'http://127.0.0.1:3000/seed/v1', ...LOAD },
  took: 10.1,
  requests: {
    average: n + 1,
    stddev: n + 2,
    max: n + 4,
    total: n + 5,
    perSecond: [n + 6, n + 7]
  },
  latency: {
    average: n + 11,
    stddev: n + 12,
    max: n + 13,
    p50: n + 14,
    p90: n + 15,
    p97_5: n + 16,
    p99: n + 17
  },
  throughput: {
    average: (n + 21) * 1e6,
    stddev: (n + 22) * 1e6,
    max: (n + 23) * 1e6
  },
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
    excessListeners: [
      { emitter: 'Server', event: 'after', listeners: n + 54, location: '/app/slow/util.js:28' }
    ],
    heap: (n + 55) * 1e6,
    rss: (n + 56) * 1e6
  },
  cpuPerRequest: 1e7 / (n + 61),
  backgroundCpu: 0.01,
  bottleneck: 'server',
  ...rest
})

/** A growth of a server that grows. */
const growthOf = () => ({
  ...STARTED,
  kind: 'growth',
  target: 'slow',
  settings: { duration: 30, max: 131_072 },
  samples: [
    { requests: 1, listeners: null, ms: 130.3, perSecond: 7.7 },
    { requests: 64, listeners: 65, ms: 6.6, perSecond: 151.5 },
    { requests: 1000, listeners: 1001, ms: 51.5, perSecond: 19.4 }
  ],
  fit: { a: 0.71, b: 0.0512, aInterval: [0.61, 0.81], bInterval: [0.0452, 0.0572], r2: 0.987 }
})

/** The result of a load that nothing answered. */
const unansweredOf = (target, rest) => {
  const { requests, latency } = resultOf(target, 0)
  const none = { average: 0, stddev: 0, max: 0 }
  return resultOf(target, 0, {
    requests: { ...requests, ...none, total: 0, perSecond: [0, 0] },
    latency: { ...latency, ...none, p50: 0, p90: 0, p97_5: 0, p99: 0 },
    ...rest
  })
}

module.exports = { growthOf, resultOf, unansweredOf }
