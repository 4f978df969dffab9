'use strict'

// Several targets take turns.

const t = require('tap')
const { measureSeries } = require('../../scripts/lib/compare/series')
const { waitUntilIdle } = require('../../scripts/lib/compare/turns')
const { handlerTarget } = require('../helpers/own-server')
require('../helpers/without-tap-loader')

t.test('the CPU time of a run is that of all its turns', async (t) => {
  const target = handlerTarget(t, `(req, res) => {
    for (const start = process.cpuUsage(); ;) {
      const { user, system } = process.cpuUsage(start)
      if (user + system > 2000) return res.end()
    }
  }`)
  const load = { connections: 2, duration: 2, warmup: 1 }
  const { targets: [{ runs: [run] }] } = await measureSeries([target], { runs: 1, ...load })
  t.equal(run.requests.perSecond.length, 2)
  t.ok(run.cpuPerRequest > 1800, `${run.cpuPerRequest} µs of at least 2000`)
})

t.test('a server is idle when it uses no CPU time; after a second it has its own work',
  async (t) => {
    async function countSamples (shares) {
      let samples = 0
      await waitUntilIdle({ ask: async () => ({ cpu: shares[samples++] ?? 1 }) })
      return samples
    }
    t.equal(await countSamples([0.9, 0.2, 0.05]), 3)
    t.equal(await countSamples([]), 20)
  })
