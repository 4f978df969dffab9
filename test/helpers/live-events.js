'use strict'

/** A sample whose figures all differ. */
const sampleOf = (rest) => ({
  time: 1.25,
  rate: 1234.56,
  latencyP99: 23.456,
  answered: 1000,
  unavailable: 3,
  timeouts: 0,
  errors: 2,
  probe: { cpu: 0.512, delayP99: 1045.6, heap: 23_456_789, listeners: 54_321 },
  ...rest
})

/** A result whose figures all differ. */
const resultOf = (average, rest) => ({
  requests: { average, total: 1000 },
  cpuPerRequest: 1e6 / average,
  latency: { p99: 17.258 },
  server: { cpu: 0.25, delayP99: 53.126, heap: 5_678_901, listeners: 54 },
  timeouts: 0,
  errors: 7,
  statuses: { 200: 99 },
  bottleneck: 'server',
  ...rest
})

const start = (...targets) => ({ type: 'start', data: { targets, connections: 100, duration: 5 } })
const target = (target) => ({ type: 'target', data: { target } })
const sample = (rest) => ({ type: 'sample', data: sampleOf(rest) })
const result = (average, rest) => ({ type: 'result', data: { result: resultOf(average, rest) } })
const end = (outcome, rest) => ({ type: 'end', data: { outcome, ...rest } })

module.exports = { end, result, resultOf, sample, sampleOf, start, target }
