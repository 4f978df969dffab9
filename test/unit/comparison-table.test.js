'use strict'

// A comparison as text. tables.test.js has the whole table.

const { stripVTControlCharacters: plain } = require('node:util')
const t = require('tap')
const { analyzeComparison } = require('../../scripts/lib/compare/analysis')
const { comparisonTable } = require('../../scripts/lib/show/comparison-table')
const { visibleChange } = require('../../scripts/lib/compare/paired')
const { comparisonOf, run } = require('../helpers/comparison')

const STEADY = [100, 101, 99, 100, 102, 98]
const DOUBLED = STEADY.map((rate) => 2 * rate)
const NONE = 'no difference between fast and optimized is shown'
const LESS = 'optimized needs less CPU time per request than fast'
const MORE = 'optimized needs more CPU time per request than fast'

const judge = (a, b) => analyzeComparison(comparisonOf(a, b))

/** The facts around the table by their names, each on one line. */
function factsOf (analysis, gates = []) {
  const text = plain(comparisonTable(comparisonOf([1], [1]), analysis, gates))
  const facts = text.slice(text.indexOf('\nverdict ') + 1).replace(/┌[^]*┘\n/, '')
  const lines = facts.replaceAll(/\n {12}/g, ' ').split('\n')
  return Object.fromEntries(lines.map((line) => [line.slice(0, 12).trim(), line.slice(12)]))
}

/** The rows of the table; the two lines of a cell have a space between them. */
function rowsOf (analysis) {
  const text = plain(comparisonTable(comparisonOf([1], [1]), analysis, []))
  const table = text.slice(text.indexOf('┌'), text.indexOf('└'))
  return table.split(/├.*┤\n/).map((row) => {
    const lines = row.split('\n').map((line) => line.split('│').slice(1, -1))
    const [first] = lines.filter((cells) => cells.length)
    return first.map((_, i) => lines.map((cells) => (cells[i] ?? '').trim()).join(' ').trim())
  })
}

t.test('both targets and the speed-up, with intervals', async (t) => {
  t.strictSame(rowsOf(judge(STEADY, [150, 152, 149, 151, 150, 153])), [
    ['', 'runs', 'Req/Sec', 'CPU time per request', 'outside the kernel'],
    ['A fast', '6', '100 98–102', '10,000 µs 9,800–10,200', '5,000 µs 4,900–5,100'],
    ['B optimized', '6', '151 149–153', '6,640 µs 6,540–6,710', '3,320 µs 3,270–3,360'],
    ['speed-up', '', '1.51 × 1.48–1.54', '1.51 × 1.48–1.54', '1.51 × 1.48–1.54']
  ])
  const [, two, , speedUp] = rowsOf(judge([100, 100], [200, 200]))
  t.strictSame([two[1], ...speedUp], ['2', 'speed-up', '', '2 ×', '2 ×', '2 ×'])
})

t.test('what the load generator limited is a bound without an interval', async (t) => {
  const rates = (a, b) => rowsOf(judge(a, b)).slice(1).map((row) => row[2])
  const limited = ([first, ...others]) => [run(first, { bottleneck: 'generator' }), ...others]
  const free = STEADY.map((rate) => run(rate, { bottleneck: 'neither' }))
  t.strictSame(rates(free, limited(DOUBLED)), ['100 98–102', '≥ 200', '≥ 2 ×'])
  t.strictSame(rates(limited(STEADY), DOUBLED), ['≥ 100', '200 196–204', '≤ 2 ×'])
  t.strictSame(rates(limited(STEADY), limited(DOUBLED)), ['≥ 100', '≥ 200', '–'])
})

t.test('the CPU time is judged, even where req/s says something else', async (t) => {
  const costing = (rates, factor) =>
    rates.map((rate) => run(rate, { cpuPerRequest: factor * rate }))
  const analysis = judge(costing([100, 101, 99, 100], 5), costing([80, 81, 79, 82], 2))
  const { verdict, 'speed-up': speedUp, 'p-value': p } = factsOf(analysis)
  t.equal(verdict, LESS)
  t.match(speedUp, /^3\.1. × by CPU time per request \(95 % confidence interval: \d.* to \d.* ×\)$/)
  t.ok(p.startsWith(`${Number(analysis.byCpu.p.toPrecision(2))} (the chance of at least this`))
})

t.test('an interval that holds 1 shows no difference, even if 1 is its end', async (t) => {
  const analysis = judge(STEADY, STEADY)
  const cases = [
    [0.5, 2, NONE],
    [1, 2, NONE],
    [0.5, 1, NONE],
    [1.001, 2, LESS],
    [0.5, 0.999, MORE]
  ]
  for (const [low, high, verdict] of cases) {
    const byCpu = { ...analysis.byCpu, interval: [low, high] }
    t.equal(factsOf({ ...analysis, byCpu }).verdict, verdict)
  }
})

t.test('it says what the runs could have shown', async (t) => {
  const noisy = judge([100, 120, 90, 110], [210, 190, 220, 230])
  const visible = Number((visibleChange(noisy.byCpu) * 100).toPrecision(2))
  t.equal(factsOf(noisy)['could show'], `a difference of ${visible} % or more`)
})

t.test('the verdict comes first, and the gates with it; warnings come last', async (t) => {
  const analysis = judge(STEADY.map((rate) => run(rate, { backgroundCpu: 0.5 })), DOUBLED)
  const facts = factsOf(analysis, [{ passed: true, verdict: 'MIN_RATIO=1 met' }])
  t.strictSame(Object.keys(facts),
    ['verdict', 'speed-up', 'gate', 'p-value', 'could show', 'warning'])
  t.strictSame([facts.gate, facts.warning], ['MIN_RATIO=1 met', analysis.warnings[0]])
})
