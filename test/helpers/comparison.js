'use strict'

const ENVIRONMENT = {
  node: 'v20.0.0',
  platform: 'linux x64',
  cpu: { model: 'a CPU', count: 2 }
}

/** A result in short: a server used one core for a second, half of that in the kernel. */
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

/** A comparison of these runs, each a result or its req/s. */
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
