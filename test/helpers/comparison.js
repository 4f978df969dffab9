'use strict'

// Makes a comparison, in the shape that compare saves, from figures in req/s.

const ENVIRONMENT = {
  node: 'v20.0.0',
  platform: 'linux x64',
  cpu: { model: 'a CPU', count: 2 },
  loadAverage: 0.1
}

/**
 * @param {number} average req/s
 * @param {object} [rest] to write over the rest
 * @returns {import('../../scripts/lib/measure/measure').Result} what an analysis needs of it
 */
const run = (average, rest) => ({
  requests: { average },
  cpuPerRequest: 1e6 / average, // µs: the server uses one core
  backgroundCpu: 0,
  errors: 0,
  timeouts: 0,
  non2xx: 0,
  bottleneck: 'server',
  ...rest
})

/**
 * @param {number[]|object[]} a req/s of each run, or the runs
 * @param {number[]|object[]} b
 * @param {object} [environment] to write over a quiet one
 * @returns {import('../../scripts/lib/experiments/types').Series}
 */
function comparisonOf (a, b, environment) {
  const runs = (values) => values.map((value) => typeof value === 'number' ? run(value) : value)
  return {
    schema: 2,
    kind: 'series',
    startedAt: '2026-01-02T03:04:05.678Z',
    environment: { ...ENVIRONMENT, ...environment },
    settings: { runs: a.length, connections: 100, duration: 3 },
    targets: [{ name: 'fast', runs: runs(a) }, { name: 'optimized', runs: runs(b) }]
  }
}

module.exports = { comparisonOf, run }
