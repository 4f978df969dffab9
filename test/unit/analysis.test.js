'use strict'

const t = require('tap')
const { analyzeComparison } = require('../../scripts/lib/compare/analysis')
const { pairedContrast } = require('../../scripts/lib/compare/paired')
const { comparisonOf, run } = require('../helpers/comparison')

const RATES_A = [100, 104, 98, 102]
const RATES_B = [150, 160, 155, 151]
const COSTS_A = [500, 510, 490, 505]
const COSTS_B = [250, 260, 240, 255]
const QUIET = [100, 101, 99, 100, 101, 99]

const analyze = (a, b) => analyzeComparison(comparisonOf(a, b))
const runsOf = (rates, costs) =>
  rates.map((rate, i) => run(rate, { cpuPerRequest: costs[i] }))
const runsWith = (rest) => QUIET.map((average, i) => run(average, rest(i)))

t.test('each figure is compared by pairs of runs; less CPU time is faster', async (t) => {
  const { byCpu, byRate } = analyze(runsOf(RATES_A, COSTS_A), runsOf(RATES_B, COSTS_B))
  t.strictSame(byCpu, pairedContrast(COSTS_B, COSTS_A))
  t.strictSame(byRate, pairedContrast(RATES_A, RATES_B))
  t.ok(byCpu.ratio > 1.9 && byRate.ratio < 1.6)
})

t.test('the part outside the kernel is compared, too', async (t) => {
  const runsAt = (times) => times.map((userTime) =>
    run(100, { server: { userTime }, requests: { average: 100, total: 10 } }))
  const { a, byUser } = analyze(runsAt([600, 620, 610]), runsAt([300, 310, 305]))
  t.strictSame([a.user.median, byUser.ratio], [61, 2])
})

t.test('a comparison warns of what disturbed it', async (t) => {
  const quiet = runsWith(() => ({ bottleneck: 'neither', backgroundCpu: null }))
  const disturbed = (...shares) => runsWith((i) => ({ backgroundCpu: shares[i] }))
  const limited = (n) => runsWith((i) => ({ bottleneck: i < n ? 'generator' : 'server' }))
  const failing = [{ errors: 3, timeouts: 2 }, { non2xx: 4 }, { errors: 1, non2xx: 2 }]
  const failed = [...failing.map((errors) => run(100, errors)), ...QUIET]
  const busy = 'other programs used CPU time in 3 of 12 runs. Close them and measure again'
  const errors = 'had errors in 3 of 9 runs: 4 errors, 6 non-2xx. Requests without an answer ' +
    'are missing from its req/s'
  const bound = (name, count) => `the load generator was the bottleneck of ${name} in ${count} ` +
    'of 6 runs: it could answer more requests per second'
  const cases = [
    [QUIET, QUIET, []],
    [quiet, quiet, []],
    [disturbed(0.2, null), disturbed(), []],
    [disturbed(0, 0.9), disturbed(0.21, 0.3), [busy]],
    [failed, failed, [`A (fast) ${errors}`, `B (optimized) ${errors}`]],
    [QUIET, limited(1), [bound('B (optimized)', 1)]],
    [limited(3), limited(6), [bound('A (fast)', 3), bound('B (optimized)', 6)]]
  ]
  for (const [a, b, warnings] of cases) t.strictSame(analyze(a, b).warnings, warnings)
})
