'use strict'

const t = require('tap')
const { judgeGates } = require('../../scripts/lib/experiments/gate')
const { analyzeComparison } = require('../../scripts/lib/experiments/analysis')
const { pairedContrast } = require('../../scripts/lib/statistics/paired')
const { comparisonOf, run } = require('../helpers/comparison')
const { equalTargets, normals } = require('../helpers/noise')

/** Ten blocks with this interval. */
const contrastOf = (low, high) => ({ interval: [low, high], blocks: 10 })
const gatesOf = ([low, high], limits) => judgeGates({ b: { name: 'optimized' }, byCpu: contrastOf(low, high) }, limits)

t.test('without a limit there is no gate', async (t) => {
  t.strictSame(judgeGates({ b: { name: 'optimized' }, byCpu: null }, {}), [])
})

t.test('MAX_LOSS fails only if the whole interval shows a larger loss', async (t) => {
  const [met] = gatesOf([0.9, 0.95], { maxLoss: 5 })
  t.strictSame([met.passed, met.verdict], [true, 'MAX_LOSS=5 met: no loss of more than 5 % is shown'])
  const [exceeded] = gatesOf([0.9, 0.94], { maxLoss: 5 })
  t.strictSame([exceeded.passed, exceeded.verdict], [false, 'MAX_LOSS=5 exceeded: optimized lost at least 6 %'])
  t.equal(gatesOf([0.9, 0.999], { maxLoss: 0 })[0].verdict, 'MAX_LOSS=0 exceeded: optimized lost at least 0.1 %')
  t.equal(gatesOf([0.9, 1.1], { maxLoss: 0 })[0].passed, true)
})

t.test('MIN_RATIO fails unless the whole interval shows the ratio', async (t) => {
  const [met] = gatesOf([1.5, 1.7], { minRatio: 1.5 })
  t.strictSame([met.passed, met.verdict], [true, 'MIN_RATIO=1.5 met: lower bound 1.50 ×'])
  const [missed] = gatesOf([1.4999, 1.7], { minRatio: 1.5 })
  t.strictSame([missed.passed, missed.verdict], [false, 'MIN_RATIO=1.5 not met: lower bound 1.49 ×'])
  t.equal(gatesOf([0.5, 1.7], { minRatio: 0 })[0].passed, true)
})

t.test('there is no gate without CPU times, or with too few runs for an interval', async (t) => {
  const messageOf = (a, b) => {
    const err = t.throws(() => judgeGates(analyzeComparison(comparisonOf(a, b)), { maxLoss: 5 }))
    return [err.constructor.name, err.message]
  }
  t.strictSame(messageOf([100, 101, 99, 100], [100, 101, 99, run(100, { cpuPerRequest: null })]),
    ['UserError', 'this comparison has no CPU time per request: measure it again'])
  t.strictSame(messageOf([100, 101], [100, 101]),
    ['UserError', 'MAX_LOSS and MIN_RATIO need RUNS=4 at least; 20 are better'])
  t.equal(judgeGates(analyzeComparison(comparisonOf([1, 2, 3, 4], [1, 2, 3, 4])), { maxLoss: 5 }).length, 1)
})

// Of 120 runs of optimized under Node.js 20, the logarithms of the CPU times per request have a standard deviation of
// 0.165, and 0.71 is the correlation of a run with the run after it.
const RECORDED = { deviation: 0.165, correlation: 0.71 }

t.test('with RUNS=20, MAX_LOSS=5 fails for under 2 % of equal targets, and misses under 20 % of losses of 15 %',
  async (t) => {
    const normal = normals(4)
    const failures = (ratio) => Array.from({ length: 1000 }, () => {
      const { a, b } = equalTargets(normal, 20, RECORDED)
      const byCpu = pairedContrast(b.map((cost) => cost / ratio), a)
      return judgeGates({ b: { name: 'B' }, byCpu }, { maxLoss: 5 })[0]
    }).filter(({ passed }) => !passed).length / 1000
    const [falseAlarms, found] = [failures(1), failures(0.85)]
    t.ok(falseAlarms < 0.02, `false alarms: ${falseAlarms}`)
    t.ok(1 - found < 0.2, `misses: ${1 - found}`)
  })
