'use strict'

// A comparison as text. tables.txt has the whole tables.

const t = require('tap')
const { judgeGates } = require('../../scripts/lib/experiments/gate')
const { analyzeComparison } = require('../../scripts/lib/experiments/analysis')
const { comparisonFacts, intervalText, meansTable, pText, verdict } =
  require('../../scripts/lib/present/comparison-table')
const { visibleChange } = require('../../scripts/lib/statistics/paired')
const { comparisonOf, run } = require('../helpers/comparison')

const judge = (a, b) => analyzeComparison(comparisonOf(a, b))
const STEADY = [100, 101, 99, 100, 102, 98]
const DOUBLED = STEADY.map((rate) => 2 * rate)
const NONE = 'no difference between fast and optimized is shown'
const MORE = 'optimized answers more requests per second than fast'
const FEWER = 'optimized answers fewer requests per second than fast'
const runsOf = (rates, rest) => rates.map((rate) => run(rate, rest))
const unknown = { cpuPerRequest: null }
const limited = { bottleneck: 'generator' }
const factsOf = (analysis) => Object.fromEntries(comparisonFacts(analysis))

t.test('both targets and the speed-up, with intervals', async (t) => {
  t.strictSame(meansTable(judge(STEADY, [150, 152, 149, 151, 150, 153])), {
    head: ['', 'runs', 'Req/Sec', 'CPU time per request', 'outside the kernel'],
    rows: [
      ['A fast', '6', '100\n98–102', '10,000 µs\n9,800–10,200', '–'],
      ['B optimized', '6', '150.5\n149–153', '6,640 µs\n6,540–6,710', '–'],
      ['speed-up', '', '1.51 ×\n1.48–1.54', '1.51 ×\n1.48–1.54', '–']
    ]
  })
  t.strictSame(meansTable(judge([100, 100], [200, 200])).rows.at(-1),
    ['speed-up', '', '2 ×', '2 ×', '–'], 'two pairs have no interval')
})

t.test('without CPU times there is a dash, and req/s is judged', async (t) => {
  const slower = runsOf(STEADY, unknown)
  const faster = runsOf(DOUBLED, unknown)
  const analysis = judge(slower, faster)
  t.strictSame(meansTable(analysis).rows.map((row) => row[3]), ['–', '–', '–'])
  t.equal(factsOf(analysis)['speed-up'],
    '2 × by requests per second (95 % confidence interval: 2 × to 2 ×)')
  t.strictSame([verdict(analysis), verdict(judge(faster, slower))], [MORE, FEWER])
})

t.test('what the load generator limited is a bound without an interval', async (t) => {
  const rates = (a, b) => meansTable(judge(a, b)).rows.map((row) => row[2])
  const a = runsOf(STEADY, limited)
  const b = runsOf(DOUBLED, limited)
  t.strictSame(rates(STEADY, b), ['100\n98–102', '≥ 200', '≥ 2 ×'])
  t.strictSame(rates(a, DOUBLED), ['≥ 100', '200\n196–204', '≤ 2 ×'])
  t.strictSame(rates(a, b), ['≥ 100', '≥ 200', '–'])
})

t.test('without CPU times, a bound is judged by the side that it leaves closed', async (t) => {
  const slower = runsOf(STEADY, unknown)
  const faster = runsOf(DOUBLED, unknown)
  const slowerBound = runsOf(STEADY, { ...unknown, ...limited })
  const fasterBound = runsOf(DOUBLED, { ...unknown, ...limited })
  const cases = [
    [slower, fasterBound, '≥ 2 ×', '2 × to no upper bound', MORE],
    [slowerBound, faster, '≤ 2 ×', '0 × to 2 ×', NONE],
    [fasterBound, slower, '≤ 0.5 ×', '0 × to 0.5 ×', FEWER],
    [faster, slowerBound, '≥ 0.5 ×', '0.5 × to no upper bound', NONE],
    [slowerBound, fasterBound, '–', '0 × to no upper bound', NONE]
  ]
  for (const [a, b, ratio, interval, expected] of cases) {
    const facts = factsOf(judge(a, b))
    t.strictSame([facts['speed-up'], facts.verdict],
      [`${ratio} by requests per second (95 % confidence interval: ${interval})`, expected])
  }
})

t.test('the verdict is that of the CPU time, even where req/s says something else', async (t) => {
  const cost = (rates, factor) =>
    rates.map((rate) => run(rate, { cpuPerRequest: factor * rate }))
  const facts = factsOf(judge(cost(STEADY, 2), cost(DOUBLED, 0.5)))
  t.equal(facts.verdict, 'optimized needs less CPU time per request than fast')
  t.equal(facts['speed-up'],
    '2 × by CPU time per request (95 % confidence interval: 2 × to 2 ×)')
  t.equal(verdict(judge(cost(STEADY, 0.5), cost(DOUBLED, 2))),
    'optimized needs more CPU time per request than fast')
})

t.test('an interval that holds 1 shows no difference, even if 1 is its end', async (t) => {
  const analysis = judge(STEADY, STEADY)
  const ending = (low, high) => verdict({ ...analysis, byCpu: { interval: [low, high] } })
  t.strictSame([ending(0.5, 2), ending(1, 2), ending(0.5, 1)], [NONE, NONE, NONE])
  t.equal(ending(1.001, 2), 'optimized needs less CPU time per request than fast')
})

t.test('it says what the runs could have shown', async (t) => {
  const noisy = judge([100, 120, 90, 110], [210, 190, 220, 230])
  const visible = Number((visibleChange(noisy.byCpu) * 100).toPrecision(2))
  t.equal(factsOf(noisy)['could show'], `a difference of ${visible} % or more`)
  t.equal(factsOf(judge([1, 2], [3, 4]))['could show'],
    'nothing: an interval needs RUNS=3 at least')
  t.equal(factsOf(judge([1, 1, 1, 1], [2, 2, 2, 2]))['could show'],
    'any difference: the runs did not vary')
})

t.test('its facts: what is judged, what the runs could show, gates, warnings', async (t) => {
  const analysis = judge(runsOf(STEADY, { backgroundCpu: 0.5 }), DOUBLED)
  const gates = judgeGates(analysis, { maxLoss: 5, minRatio: 3 })
  const facts = comparisonFacts(analysis, gates)
  t.strictSame(facts.slice(0, 4).map(([name]) => name),
    ['speed-up', 'verdict', 'p-value', 'could show'])
  t.strictSame(facts.slice(4), [
    ...gates.map(({ verdict }) => ['gate', verdict]),
    ['warning', analysis.warnings[0]]
  ])
})

t.test('the p-value is that of what is judged, with two digits', async (t) => {
  const costs = [[500, 510, 490, 505], [250, 260, 240, 255]]
  const [a, b] = costs.map((values) =>
    values.map((cpuPerRequest) => run(100, { cpuPerRequest })))
  const analysis = judge(a, b)
  t.equal(analysis.byRate.p, 1)
  t.ok(factsOf(analysis)['p-value'].startsWith(`${pText(analysis.byCpu.p)} (how unlikely`))
  t.strictSame([0, 0.000099, 0.0001, 0.01234, 1].map(pText),
    ['0', '9.9e-5', '0.0001', '0.012', '1'])
})

t.test('an interval may have no upper bound', async (t) => {
  t.equal(intervalText([0.5, 2.346]), '0.5 × to 2.35 ×')
  t.equal(intervalText([0, Infinity]), '0 × to no upper bound')
})
