'use strict'

// Makes a comparison, in the shape that compare saves, from figures in req/s.

const ENVIRONMENT = {
  node: 'v20.0.0',
  platform: 'linux x64',
  cpu: { model: 'a CPU', count: 2 }
}

/**
 * Makes what an analysis needs of a result: of a server that uses one core, half of it in the
 * kernel, and answers for one second.
 * @param {number} average req/s
 * @param {object} [rest] to write over the rest
 */
const run = (average, rest) => ({
  requests: { average, total: average },
  server: { userTime: 5e5 }, // µs
  cpuPerRequest: 1e6 / average, // µs
  backgroundCpu: 0,
  errors: 0,
  non2xx: 0,
  bottleneck: 'server',
  ...rest
})

/**
 * @param {(number|object)[]} a req/s of each run, or the runs
 * @param {(number|object)[]} b
 * @returns {any} a comparison
 */
function comparisonOf (a, b) {
  const runs = (values) => values.map((value) => typeof value === 'number' ? run(value) : value)
  return {
    schema: 2,
    kind: 'series',
    startedAt: '2026-01-02T03:04:05.678Z',
    environment: ENVIRONMENT,
    settings: { runs: a.length, connections: 100, duration: 3 },
    targets: [{ name: 'fast', runs: runs(a) }, { name: 'optimized', runs: runs(b) }]
  }
}

module.exports = { comparisonOf, run }
