'use strict'

const t = require('tap')
const { judgeGates } = require('../../scripts/lib/experiments/gate')
const { analyzeComparison } = require('../../scripts/lib/experiments/analysis')
const { pairedContrast } = require('../../scripts/lib/statistics/paired')
const { comparisonOf, run } = require('../helpers/comparison')
const { equalTargets, normals } = require('../helpers/noise')

const b = { name: 'optimized' }

/** The gate of a comparison with this interval, as [passed, verdict]. */
function gateOf (interval, limits) {
  const [{ passed, verdict }] = judgeGates({ b, byCpu: { interval, blocks: 10 } }, limits)
  return [passed, verdict]
}

t.test('without a limit there is no gate', async (t) => {
  t.strictSame(judgeGates({ b, byCpu: null }, {}), [])
})

t.test('MAX_LOSS fails only if the whole interval shows a larger loss', async (t) => {
  t.strictSame(gateOf([0.9, 0.95], { maxLoss: 5 }),
    [true, 'MAX_LOSS=5 met: no loss of more than 5 % is shown'])
  t.strictSame(gateOf([0.9, 0.94], { maxLoss: 5 }),
    [false, 'MAX_LOSS=5 exceeded: optimized lost at least 6 %'])
  t.strictSame(gateOf([0.9, 0.999], { maxLoss: 0 }),
    [false, 'MAX_LOSS=0 exceeded: optimized lost at least 0.1 %'])
})

t.test('MIN_RATIO fails unless the whole interval shows the ratio', async (t) => {
  t.strictSame(gateOf([1.5, 1.7], { minRatio: 1.5 }),
    [true, 'MIN_RATIO=1.5 met: lower bound 1.50 ×'])
  t.strictSame(gateOf([1.4999, 1.7], { minRatio: 1.5 }),
    [false, 'MIN_RATIO=1.5 not met: lower bound 1.49 ×'])
  t.equal(gateOf([0.5, 1.7], { minRatio: 0 })[0], true)
})

t.test('there is no gate without CPU times, or with too few runs for an interval', async (t) => {
  const refused = (a, b) => {
    const analysis = analyzeComparison(comparisonOf(a, b))
    return t.throws(() => judgeGates(analysis, { maxLoss: 5 })).message
  }
  t.equal(refused([100, 101, 99, 100], [100, 101, 99, run(100, { cpuPerRequest: null })]),
    'this comparison has no CPU time per request: measure it again')
  t.equal(refused([100, 101], [100, 101]),
    'MAX_LOSS and MIN_RATIO need RUNS=4 at least; 20 are better')
})

// Of 120 runs of optimized under Node.js 20, the logarithms of the CPU times per request have a
// standard deviation of 0.165, and 0.71 is the correlation of a run with the run after it.
const RECORDED = { deviation: 0.165, correlation: 0.71 }

t.test('RUNS=20 MAX_LOSS=5: 2 % false alarms, 20 % of losses of 15 % missed, at most', async (t) => {
  const normal = normals(4)
  function failures (ratio) {
    let failed = 0
    for (let i = 0; i < 1000; i++) {
      const costs = equalTargets(normal, 20, RECORDED)
      const byCpu = pairedContrast(costs.b.map((cost) => cost / ratio), costs.a)
      if (!judgeGates({ b, byCpu }, { maxLoss: 5 })[0].passed) failed++
    }
    return failed / 1000
  }
  const falseAlarms = failures(1)
  const misses = 1 - failures(0.85)
  t.ok(falseAlarms < 0.02, `false alarms: ${falseAlarms}`)
  t.ok(misses < 0.2, `misses: ${misses}`)
})
