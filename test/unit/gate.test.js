'use strict'

const path = require('node:path')
const t = require('tap')
const { analyzeComparison, judgeGates } = require('../../scripts/lib/compare/analysis')
const { RECORDED } = require('../../scripts/lib/load/results')
const { readJson } = require('../../scripts/lib/load/saved-results')
const { pairedContrast } = require('../../scripts/lib/compare/paired')
const { equalTargets, normals } = require('../helpers/noise')

const b = { name: 'optimized' }
const judge = (byCpu, limits) => judgeGates({ b, byCpu: { pairs: 10, ...byCpu } }, limits)

t.test('MAX_LOSS fails if a larger loss was measured and a loss is shown', async (t) => {
  const cases = [
    [0.92, [0.88, 0.96], 'exceeded: optimized lost 8 % (4 to 12 %)'],
    [0.96, [0.952, 0.97], 'met: a loss of 4.8 % at most'],
    [1.1, [1.05, 1.2], 'met: a loss of 0 % at most'],
    [0.96, [0.9, 0.99], 'met, but the loss may be up to 10 %: more runs would tell'],
    [0.92, [0.8, 1.01], 'met, but the loss may be up to 20 %: more runs would tell']
  ]
  for (const [ratio, interval, verdict] of cases) {
    t.strictSame(judge({ ratio, interval }, { maxLoss: 5 }),
      [{ passed: verdict.startsWith('met'), verdict: `MAX_LOSS=5 ${verdict}` }])
  }
})

t.test('MIN_RATIO fails unless the whole interval shows the ratio', async (t) => {
  const cases = [
    [[1.5, 1.7], 1.5, true, 'MIN_RATIO=1.5 met: lower bound 1.50 ×'],
    [[1.4999, 1.7], 1.5, false, 'MIN_RATIO=1.5 not met: lower bound 1.49 ×'],
    [[0.5, 1.7], 0, true, 'MIN_RATIO=0 met: lower bound 0.50 ×']
  ]
  for (const [interval, minRatio, passed, verdict] of cases) {
    t.strictSame(judge({ interval }, { minRatio }), [{ passed, verdict }])
  }
})

t.test('without a limit there is no gate', async (t) => {
  t.strictSame(judge({ ratio: 1, interval: [0.9, 1.1] }, {}), [])
})

t.test('MAX_LOSS=10 with the recorded noise: few false alarms, few misses', async (t) => {
  const recorded = readJson(path.join(RECORDED, 'compare-fast-fast.json'))
  const { deviation, pairs } = analyzeComparison(recorded).byCpu
  const normal = normals(4)
  function failures (ratio) {
    let failed = 0
    for (let i = 0; i < 1000; i++) {
      const costs = equalTargets(normal, pairs, deviation)
      const byCpu = pairedContrast(costs.b.map((cost) => cost / ratio), costs.a)
      if (!judge(byCpu, { maxLoss: 10 })[0].passed) failed++
    }
    return failed / 1000
  }
  const falseAlarms = failures(1)
  const misses = 1 - failures(0.85)
  t.ok(falseAlarms < 0.03, `false alarms: ${falseAlarms}`)
  t.ok(misses < 0.2, `misses: ${misses}`)
})
