'use strict'

// A comparison as text. tables.txt has the whole tables.

const t = require('tap')
const { judgeGates } = require('../../scripts/lib/experiments/gate')
const { analyzeComparison } = require('../../scripts/lib/experiments/analysis')
const { comparisonFacts, comparisonTable, intervalText, meansTable, pText, verdict } =
  require('../../scripts/lib/present/comparison-table')
const { runsToShow, visibleChange } = require('../../scripts/lib/statistics/paired')
const { comparisonOf, run } = require('../helpers/comparison')

const judge = (...runs) => analyzeComparison(comparisonOf(...runs))
const STEADY = [100, 101, 99, 100, 102, 98]
const doubled = STEADY.map((rate) => 2 * rate)
const without = (rates) => rates.map((rate) => run(rate, { cpuPerRequest: null }))
const limited = (rates) => rates.map((rate) => run(rate, { bottleneck: 'generator' }))
const factsOf = (analysis) => Object.fromEntries(comparisonFacts(analysis))

t.test('both targets and the speed-up, with intervals', async (t) => {
  t.strictSame(meansTable(judge(STEADY, [150, 152, 149, 151, 150, 153])), {
    head: ['', 'runs', 'Req/Sec', 'CPU time per request'],
    rows: [
      ['A fast', '6', '100\n98–102', '10,000 µs\n9,800–10,200'],
      ['B optimized', '6', '150.5\n149–153', '6,640 µs\n6,540–6,710'],
      ['speed-up', '', '1.51 ×\n1.49–1.52', '1.51 ×\n1.49–1.52']
    ]
  })
})

t.test('a single block has a ratio and no interval', async (t) => {
  t.strictSame(meansTable(judge([100, 100], [200, 200])).rows.at(-1), ['speed-up', '', '2 ×', '2 ×'])
})

t.test('without CPU times there is a dash, and req/s is judged', async (t) => {
  const analysis = judge(without(STEADY), without(doubled))
  t.strictSame(meansTable(analysis).rows.map((row) => row[3]), ['–', '–', '–'])
  t.equal(factsOf(analysis)['speed-up'], '2 × by requests per second (95 % confidence interval: 2 × to 2 ×)')
  t.equal(verdict(analysis), 'optimized answers more requests per second than fast')
  t.equal(verdict(judge(without(doubled), without(STEADY))), 'optimized answers fewer requests per second than fast')
})

t.test('what the load generator limited is a bound without an interval; of two bounds there is no ratio', async (t) => {
  const rates = (...runs) => meansTable(judge(...runs)).rows.map((row) => row[2])
  t.strictSame(rates(STEADY, limited(doubled)), ['100\n98–102', '≥ 200', '≥ 2 ×'])
  t.strictSame(rates(limited(STEADY), doubled), ['≥ 100', '200\n196–204', '≤ 2 ×'])
  t.strictSame(rates(limited(STEADY), limited(doubled)), ['≥ 100', '≥ 200', '–'])
})

t.test('without CPU times, a bound is judged by the side that it leaves closed', async (t) => {
  const [slower, faster] = [without(STEADY), without(doubled)]
  const bounded = (runs) => runs.map((run) => ({ ...run, bottleneck: 'generator' }))
  const told = (...runs) => [factsOf(judge(...runs))['speed-up'], verdict(judge(...runs))]
  const text = (ratio, interval) => `${ratio} by requests per second (95 % confidence interval: ${interval})`
  const none = 'no difference between fast and optimized is shown'
  t.strictSame(told(slower, bounded(faster)),
    [text('≥ 2 ×', '2 × to no upper bound'), 'optimized answers more requests per second than fast'])
  t.strictSame(told(bounded(slower), faster), [text('≤ 2 ×', '0 × to 2 ×'), none])
  t.strictSame(told(bounded(faster), slower),
    [text('≤ 0.5 ×', '0 × to 0.5 ×'), 'optimized answers fewer requests per second than fast'])
  t.strictSame(told(faster, bounded(slower)), [text('≥ 0.5 ×', '0.5 × to no upper bound'), none])
  t.strictSame(told(bounded(slower), bounded(faster)), [text('–', '0 × to no upper bound'), none])
})

t.test('the verdict is that of the CPU time, even where req/s says something else', async (t) => {
  const cost = (rates, factor) => rates.map((rate) => run(rate, { cpuPerRequest: factor * rate }))
  const analysis = judge(cost(STEADY, 2), cost(doubled, 0.5))
  t.equal(verdict(analysis), 'optimized needs less CPU time per request than fast')
  t.equal(factsOf(analysis)['speed-up'], '2 × by CPU time per request (95 % confidence interval: 2 × to 2 ×)')
  t.equal(verdict(judge(cost(STEADY, 0.5), cost(doubled, 2))), 'optimized needs more CPU time per request than fast')
})

t.test('an interval that holds 1 shows no difference, even if 1 is its end', async (t) => {
  const none = 'no difference between fast and optimized is shown'
  t.equal(verdict(judge([100, 200, 100, 200], [150, 160, 170, 150])), none)
  t.equal(verdict(judge([100, 100, 100, 100], [100, 100, 100, 100])), none)
  const ending = (low, high) => verdict({ ...judge(STEADY, STEADY), byCpu: { interval: [low, high] } })
  t.strictSame([ending(1, 2), ending(0.5, 1)], [none, none])
  t.equal(ending(1.001, 2), 'optimized needs less CPU time per request than fast')
})

t.test('it says what the runs could have shown, and how many would show half of it', async (t) => {
  const noisy = judge([100, 120, 90, 110], [210, 190, 220, 230])
  const visible = visibleChange(noisy.byCpu)
  const [percent, half] = [visible, visible / 2].map((share) => Number((share * 100).toPrecision(2)))
  t.equal(factsOf(noisy)['could show'], `a difference of ${percent} % or more; ` +
    `RUNS=${runsToShow(noisy.byCpu, visible / 2)} would show one of ${half} %`)
  t.equal(factsOf(judge([1, 2], [3, 4]))['could show'], 'nothing: an interval needs RUNS=4 at least')
  t.equal(factsOf(judge([1, 1, 1, 1], [2, 2, 2, 2]))['could show'], 'any difference: the runs did not vary')
  const byRate = judge(without([100, 120, 90, 110]), without([210, 190, 220, 230]))
  t.equal(factsOf(byRate)['could show'].match(/^a difference of [\d.]+ %/)[0],
    `a difference of ${Number((visibleChange(byRate.byRate) * 100).toPrecision(2))} %`)
})

t.test('its facts: what is judged, what the runs could show, the gates, the warnings', async (t) => {
  const disturbed = STEADY.map((average) => run(average, { backgroundCpu: 0.5 }))
  const analysis = analyzeComparison(comparisonOf(disturbed, doubled))
  const names = ['speed-up', 'verdict', 'p-value', 'could show', 'warning']
  t.strictSame(comparisonFacts(analysis).map(([name]) => name), names)
  const gates = judgeGates(analysis, { maxLoss: 5, minRatio: 3 })
  t.strictSame(comparisonFacts(analysis, gates).slice(4), [
    ...gates.map(({ verdict }) => ['gate', verdict]),
    ['warning', analysis.warnings[0]]
  ])
})

t.test('the p-value is that of what is judged', async (t) => {
  const costs = [[500, 510, 490, 505], [250, 260, 240, 255]]
  const [a, b] = costs.map((values) => values.map((cpuPerRequest) => run(100, { cpuPerRequest })))
  const { byCpu, byRate } = judge(a, b)
  t.equal(byRate.p, 1)
  t.equal(factsOf(judge(a, b))['p-value'],
    `${pText(byCpu.p)} (how unlikely this difference would be if both were equal)`)
})

t.test('an interval may have no upper bound', async (t) => {
  t.equal(intervalText([0.5, 2.346]), '0.5 × to 2.35 ×')
  t.equal(intervalText([0, Infinity]), '0 × to no upper bound')
})

t.test('a p-value has two digits', async (t) => {
  t.strictSame([0, 0.000099, 0.0001, 0.01234, 1].map(pText), ['0', '9.9e-5', '0.0001', '0.012', '1'])
})

t.test('it says under which load, and under which Node.js', async (t) => {
  t.intercept(process.stdout, 'columns', { value: 200 })
  const comparison = comparisonOf(STEADY, doubled)
  const [title] = comparisonTable(comparison, analyzeComparison(comparison), [], (style, text) => text).split('\n')
  t.equal(title, 'fast → optimized: 100 connections for 3 s in each run, Node.js v20.0.0')
})
