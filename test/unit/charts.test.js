'use strict'

// What each chart hands to Vega-Lite, and its text and table. charts.json has the charts as they must be;
// draw-chart.test.js draws them.

const path = require('node:path')
const t = require('tap')
const { analyzeComparison } = require('../../scripts/lib/experiments/analysis')
const { log, logFromZero, rowChannel, rowsHeight, wrapName } = require('../../scripts/lib/present/charts/channels')
const { cpuChart } = require('../../scripts/lib/present/charts/cpu')
const { growthChart } = require('../../scripts/lib/present/charts/growth-chart')
const { latencyChart } = require('../../scripts/lib/present/charts/latency')
const { lineChart } = require('../../scripts/lib/present/charts/lines')
const { overTimeChart } = require('../../scripts/lib/present/charts/over-time-chart')
const { comparisonsChart } = require('../../scripts/lib/present/charts/ratios-chart')
const { throughputChart } = require('../../scripts/lib/present/charts/throughput-chart')
const { coloursOf } = require('../../scripts/lib/present/theme')
const { comparisonOf, run } = require('../helpers/comparison')
const { formatJson, matchGolden } = require('../helpers/golden')
const { growthOf, resultOf, unansweredOf } = require('../helpers/made-up')

const slow = resultOf('slow', 20)
const fast = resultOf('fast', 2000, { timeouts: 0, bottleneck: 'generator', generator: { cpu: 0.97, elu: 0.98 } })
const baseline = resultOf('baseline', 20_000)
const elsewhere = resultOf('url', 300, { server: null, bottleneck: 'unknown' })
const results = [slow, fast, elsewhere, baseline]

const growth = growthOf()
const level = {
  ...growth,
  stage: 'exercise',
  code: '0123abc',
  samples: [[0, 9.9], [1, 1.1], [64, 0], [500, 0.9]]
    .map(([requests, ms], i) => ({ requests, ms, listeners: null, perSecond: 700 + i })),
  fit: { ...growth.fit, a: 0.9, b: -0.0018 } // 0 at 500: not on a log axis
}

const judged = (b, ...runs) => ({ a: 'slow', b, analysis: analyzeComparison(comparisonOf(...runs)) })
const generatorBound = (...rates) =>
  rates.map((rate) => run(rate, { bottleneck: 'generator', cpuPerRequest: null }))

const charts = {
  throughput: throughputChart(results),
  overTime: overTimeChart(results),
  latency: latencyChart([slow, fast, unansweredOf('optimized', { timeouts: 0 })]),
  cpu: cpuChart(results),
  comparisons: comparisonsChart([
    judged('fast', [100, 101, 99, 100], [200, 203, 199, 201]),
    judged('optimized', [100, 101, 99, 102], generatorBound(200, 203, 199, 210)), // no upper bound
    judged('exercise', [100, 110], [205, 215]) // no bound at all
  ]),
  growth: growthChart([growth, level])
}

t.test('the charts of charts.json', async (t) => {
  matchGolden(t, path.join(__dirname, 'charts.json'), formatJson(charts))
})

const valuesOf = ({ spec }, layer) => (layer === undefined ? spec : spec.layer[layer]).data.values

t.test('a ratio stands between a point and the one above it: a bound if a generator was the limit', async (t) => {
  const limited = { bottleneck: 'generator' }
  const steps = (...results) => valuesOf(throughputChart(results), 0)
    .map(({ name, before, y, text }) => [name, before, y, text])
  const server = (name, rate) => resultOf(name, rate - 1)
  const generator = (name, rate) => resultOf(name, rate - 1, limited)
  t.strictSame(steps(server('slow', 10), server('fast', 1000), server('optimized', 500)),
    [['fast', 10, 1000, '100 ×'], ['optimized', 1000, 500, '0.5 ×']])
  t.strictSame(steps(server('slow', 10), generator('fast', 1000), server('optimized', 2000)),
    [['fast', 10, 1000, '≥ 100 ×'], ['optimized', 1000, 2000, '≤ 2 ×']])
  t.strictSame(steps(generator('slow', 10), generator('fast', 1000)), [], 'two bounds have no ratio')
  t.strictSame(steps(unansweredOf('prof/a', {}), server('prof/b', 1000)), [], 'nor has nothing')
})

t.test('the axis of req/s has a zero only where it needs one', async (t) => {
  const scale = (...rates) => throughputChart(rates.map((rate, i) => resultOf(`prof/${i}`, rate - 1))).spec
    .layer[0].encoding.x.scale
  t.equal(scale(10, 1000).type, 'log')
  t.equal(scale(300).type, 'symlog', 'a single point has no power of ten beside it')
  t.equal(scale(300, 900).type, 'symlog')
  t.equal(scale(0, 900).type, 'symlog')
})

t.test('a point of a long run is the mean of some seconds, so that a line has 120 points at most', async (t) => {
  const run = (name, ...perSecond) => ({ ...slow, target: name, requests: { ...slow.requests, perSecond } })
  const long = (seconds) => overTimeChart([
    run('slow', ...Array.from({ length: seconds }, (_, i) => i)),
    run('fast', 70, 80, 90, 40)
  ])
  const of = (chart, target) => valuesOf(chart).filter(({ name }) => name === target).map(({ x, y }) => [x, y])
  t.strictSame(of(long(120), 'slow').slice(-2), [[119, 118], [120, 119]])
  t.strictSame(of(long(122), 'slow').slice(-2), [[120, 118.5], [122, 120.5]])
  t.strictSame(of(long(241), 'slow').slice(-2), [[240, 238], [241, 240]], 'the last point stays on the axis')
  t.strictSame(of(long(241), 'fast'), [[3, 80], [6, 40]])
  t.strictSame(long(241).rows.slice(0, 3), [['3', '1', '80'], ['6', '4', '40'], ['9', '7', '']])
  t.equal(long(241).rows.length, 81)
  const { alt, notes } = long(241)
  t.match(alt, /slow goes from 1 in the first 3 seconds to 240 at the end/)
  t.equal(notes.at(-1), 'Each point is the mean of 3 seconds.')
  t.match(long(120).alt, /slow goes from 0 in the first second to 119 at the end/)
  t.equal(long(120).notes.length, 1)
  t.strictSame(long(241).spec.encoding.x.scale.domain, [3, 241])
  t.strictSame(overTimeChart([run('slow', 5)]).spec.encoding.x.scale.domain, [1, 2], 'one second has an axis too')
})

t.test('where nothing was answered there is no latency, and no line', async (t) => {
  const { rows, spec } = latencyChart([unansweredOf('slow', { timeouts: 0 })])
  t.strictSame(rows, [['slow', '–', '–', '–', '–', '–']])
  t.strictSame(spec.data.values, [])
  t.strictSame(spec.encoding.y.scale.domain, [0, 1.3])
})

t.test('names at the ends of lines keep a distance', async (t) => {
  const linear = { encoding: {}, place: (y) => y / 10, value: (place) => place * 10 }
  const ends = [['a', 5], ['b', 1], ['c', 5.1], ['d', 1.2], ['e', 9]]
  const chart = lineChart(ends.flatMap(([name, y]) => [{ name, x: 1, y: 0 }, { name, x: 2, y }]), {}, linear)
  const [lines, , labels] = chart.layer
  t.equal(lines.data, undefined)
  t.strictSame(labels.data.values.map(({ name, x, label }) => [name, x, Number(label.toFixed(6))]),
    [['b', 2, 1], ['d', 2, 1.65], ['a', 2, 5], ['c', 2, 5.65], ['e', 2, 9]])
})

t.test('a name of more than 18 letters at the end of a line has several lines, each with its distance', async (t) => {
  const linear = { encoding: {}, place: (y) => y / 10, value: (place) => place * 10 }
  const chart = lineChart([['a name of more than 18 letters', 1], ['b', 1.1]].map(([name, y]) => ({ name, x: 1, y })),
    {}, linear)
  t.strictSame(chart.layer[2].data.values.map(({ text, label }) => [text, Number(label.toFixed(6))]),
    [['a name of more \nthan 18 letters', 1.65], ['b', 2.3]])
})

t.test('a long name is wrapped after a space or a slash where it has one', async (t) => {
  t.strictSame(wrapName('optimized', 18), ['optimized'])
  t.strictSame(wrapName('http://127.0.0.1:3000/seed/v1', 26), ['http://127.0.0.1:3000/', 'seed/v1'])
  t.strictSame(wrapName('fast → exercise abcdef1', 18), ['fast → exercise ', 'abcdef1'])
  t.strictSame(wrapName('x'.repeat(20), 18), ['x'.repeat(18), 'xx'])
})

t.test('a row is as high as its name needs', async (t) => {
  const names = ['slow', 'x'.repeat(60)]
  t.equal(rowsHeight(['slow', 'fast'], 26), 52)
  t.equal(rowsHeight(names, 26), 2 * 3 * 15)
  t.equal(rowChannel(['slow']).axis.labelExpr, undefined)
  t.equal(rowChannel(names).axis.labelLimit, 0, 'not cut')
})

t.test('a place on an axis has a value, and a value its place', async (t) => {
  const axes = [
    { axis: log([2, 100], ''), low: 2 / 1.3, high: 130 },
    { axis: logFromZero([2, 100], ''), low: 0, high: 130 },
    { axis: logFromZero([0.5], ''), low: 0, high: 1.3 }
  ]
  for (const { axis: { encoding, place, value }, low, high } of axes) {
    t.strictSame(encoding.scale.domain, [low, high])
    t.equal(place(low), 0)
    t.equal(place(high), 1)
    for (const at of [0.2, 0.7]) t.equal(place(value(at)).toFixed(9), at.toFixed(9))
    t.ok(place(value(0.2)) < place(value(0.7)))
  }
  t.strictSame(log([0.02, 1000], '').encoding.axis.values, [0.1, 1, 10, 100, 1000])
  t.strictSame(log([1.3, 10 / 1.3], '').encoding.axis.values, [1, 10], 'the ends of the axis have their labels')
})

t.test('a server that uses more than one core has its place on the axis', async (t) => {
  const domain = (cpu) => cpuChart([{ ...slow, server: { ...slow.server, cpu } }]).spec.encoding.x.scale.domain
  t.strictSame(domain(0.9), [0, 2])
  t.strictSame(domain(2.5), [0, 5])
})

t.test('an interval without a bound ends in an arrow at the edge, and the axis stays finite', async (t) => {
  const arrows = (...runs) => {
    const { layer } = comparisonsChart([judged('fast', ...runs)]).spec
    const [left, right] = ['left', 'right'].map((side) => layer.find(({ name }) => name === `arrows_${side}`))
    t.ok(left.encoding.x.scale.domain.every(Number.isFinite))
    return [left, right].map(({ data }) => data.values.length)
  }
  t.strictSame(arrows([100, 101, 99, 102], [200, 201, 199, 200]), [0, 0])
  t.strictSame(arrows([100, 101, 99, 102], generatorBound(200, 201, 199, 200)), [0, 1])
  t.strictSame(arrows([100, 101], [200, 201]), [1, 1])
})

t.test('a stage has its own colour; every other target has one throughout, which no second has', async (t) => {
  t.strictSame(coloursOf(['a', 'slow', 'b', 'a', 'c', 'baseline']).map((colour) => colour.slice(6, -1)),
    ['other0', 'slow', 'other1', 'other0', 'other2', 'baseline'])
  const many = coloursOf(Array.from({ length: 30 }, (_, i) => `target ${i}`))
  t.equal(new Set(many).size, 30)
  t.equal(many[8], 'color-mix(in srgb,var(--other0),var(--ink) 20%)')
})
