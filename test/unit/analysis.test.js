'use strict'

const t = require('tap')
const { cpuTimes, analyzeComparison, speedUps } =
  require('../../scripts/lib/experiments/analysis')
const { pairedContrast } = require('../../scripts/lib/statistics/paired')
const { comparisonOf, run } = require('../helpers/comparison')

const RATES_A = [100, 104, 98, 102]
const RATES_B = [150, 160, 155, 151]
const COSTS_A = [500, 510, 490, 505]
const COSTS_B = [250, 260, 240, 255]
const runsOf = (rates, costs) =>
  rates.map((rate, i) => run(rate, { cpuPerRequest: costs[i] }))

t.test('B does more with the same CPU time if a request costs it less', async (t) => {
  const comparison = comparisonOf(runsOf(RATES_A, COSTS_A), runsOf(RATES_B, COSTS_B))
  const { byCpu, byRate } = analyzeComparison(comparison)
  t.strictSame(byCpu, pairedContrast(COSTS_B, COSTS_A))
  t.strictSame(byRate, pairedContrast(RATES_A, RATES_B))
  t.ok(byCpu.ratio > 1.9 && byRate.ratio < 1.6, 'each is judged by its own figures')
})

t.test('the part outside the kernel is compared, too', async (t) => {
  const runsAt = (times) => times.map((userTime) =>
    run(100, { server: { userTime }, requests: { average: 100, total: 10 } }))
  const { a, byUser } = analyzeComparison(
    comparisonOf(runsAt([600, 620, 610]), runsAt([300, 310, 305]))
  )
  t.strictSame([a.user.median, byUser.ratio], [61, 2])
  t.equal(speedUps(runsAt([1, 1]), [run(1), run(1)]).byUser, null)
})

t.test('without the CPU time of a single run, there is no ratio by CPU time', async (t) => {
  const known = runsOf(RATES_A, COSTS_A)
  const partly = [...known.slice(1), run(100, { cpuPerRequest: null })]
  t.strictSame([cpuTimes(known), cpuTimes(partly)], [COSTS_A, null])
  t.equal(speedUps(known, partly).byCpu, null)
  t.equal(speedUps(partly, known).byCpu, null)
  const { a, b } = analyzeComparison(comparisonOf(known, partly))
  t.strictSame([a.cpu, b.cpu], [{ median: 502.5, interval: null }, null])
})

t.test('a ratio of req/s is a bound if the generator was the bottleneck in some run', async (t) => {
  const free = [run(100, { bottleneck: 'neither' }), run(101)]
  const limited = [run(100), run(101, { bottleneck: 'generator' })]
  t.equal(speedUps(free, free).bound, '')
  t.equal(speedUps(free, limited).bound, '≥')
  t.equal(speedUps(limited, free).bound, '≤')
  t.equal(speedUps(limited, limited).bound, '?')
})

t.test('a target has its medians, with intervals from six runs on', async (t) => {
  const rates = [60, 10, 50, 20, 40, 30]
  const costs = [600, 100, 500, 200, 400, 900]
  const comparison = comparisonOf(runsOf(rates, costs), runsOf(RATES_B, COSTS_B))
  const { a, b } = analyzeComparison(comparison)
  t.strictSame([a.name, a.n, a.rate, a.cpu],
    ['fast', 6, { median: 35, interval: [10, 60] }, { median: 450, interval: [100, 900] }])
  t.strictSame([b.name, b.n, b.rate, b.cpu],
    ['optimized', 4, { median: 153, interval: null }, { median: 252.5, interval: null }])
})
