'use strict'

// What the charts hand to Vega-Lite, and their texts and tables. draw-chart.test.js draws them.

const t = require('tap')
const {
  log, logFromZero, rowChannel, rowsHeight, wrapName
} = require('../../scripts/lib/present/charts/channels')
const { lineChart } = require('../../scripts/lib/present/charts/lines')
const { overTimeChart } = require('../../scripts/lib/present/charts/over-time-chart')
const { throughputChart } = require('../../scripts/lib/present/charts/throughput-chart')
const { coloursOf, themeStyle } = require('../../scripts/lib/present/theme')
const { STAGE_COLORS } = require('../../scripts/lib/base/stages')
const { resultOf, unansweredOf } = require('../helpers/made-up')

const slow = resultOf('slow', 20)
const fast = resultOf('fast', 2000, { bottleneck: 'generator' })
const linear = { encoding: {}, place: (y) => y / 10, value: (place) => place * 10 }
const valuesOf = ({ spec }, layer) => (layer === undefined ? spec : spec.layer[layer]).data.values

t.test('throughput: a point for each target, in words and as a table, too', async (t) => {
  const { alt, head, rows, spec } = throughputChart([slow, fast])
  t.equal(alt, 'Points on a log axis, in requests per second: slow 21, fast ≥ 2,001.')
  t.strictSame(spec.data.values.map(({ name, rate }) => [name, rate]), [['slow', 21], ['fast', 2001]])
  t.strictSame(spec.layer[2].encoding.y.sort, ['slow', 'fast'], 'in the order of the results')
  t.strictSame([head[1], ...rows.map((row) => row[1])], ['Req/Sec', '21', '≥ 2,001'])
})

t.test('over time: a line for each target, and its rates second by second', async (t) => {
  const { alt, head, rows, spec } = overTimeChart([slow, fast])
  t.equal(alt, 'Lines on a log axis, requests per second over time: ' +
    'slow goes from 26 in the first second to 27 at the end; ' +
    'fast goes from 2,006 in the first second to 2,007 at the end.')
  t.strictSame([head, ...rows], [['second', 'slow', 'fast'], ['1', '26', '2,006'], ['2', '27', '2,007']])
  t.strictSame(spec.data.values.map(({ name, x, y }) => [name, x, y]),
    [['slow', 1, 26], ['slow', 2, 27], ['fast', 1, 2006], ['fast', 2, 2007]])
})

t.test('a ratio stands between a point and the one above it: a bound if a generator was the limit', async (t) => {
  const limited = { bottleneck: 'generator' }
  const steps = (...results) => valuesOf(throughputChart(results), 0)
    .map(({ name, before, rate, text }) => [name, before, rate, text])
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

t.test('names at the ends of lines keep a distance', async (t) => {
  const ends = [['a', 5], ['b', 1], ['c', 5.1], ['d', 1.2], ['e', 9]]
  const chart = lineChart(ends.flatMap(([name, y]) => [{ name, x: 1, y: 0 }, { name, x: 2, y }]), {}, linear)
  const [lines, , labels] = chart.layer
  t.equal(lines.data, undefined)
  t.strictSame(labels.data.values.map(({ name, x, label }) => [name, x, Number(label.toFixed(6))]),
    [['b', 2, 1], ['d', 2, 1.65], ['a', 2, 5], ['c', 2, 5.65], ['e', 2, 9]])
})

t.test('a name of more than 18 letters at the end of a line has several lines, each with its distance', async (t) => {
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
  t.equal(rowChannel(names).axis.labelLimit, 0, 'not cut')
  t.ok(rowChannel(names).axis.labelExpr.startsWith(`[["slow"],["${'x'.repeat(26)}",`))
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

t.test('a stage has its colour of base/stages.js; another target has one of eight', async (t) => {
  const names = ['a', 'slow', 'b', 'a', 'c', 'baseline']
  t.strictSame(coloursOf(names).map((colour) => colour.slice(6, -1)),
    ['other0', 'slow', 'other1', 'other0', 'other2', 'baseline'])
  const many = Array.from({ length: 9 }, (_, i) => `target ${i}`)
  t.equal(new Set(coloursOf(many)).size, 8)
  for (const scheme of ['light', 'dark']) {
    t.ok(themeStyle(scheme).includes(`--slow:${STAGE_COLORS.slow[scheme]};`), scheme)
  }
  t.match(themeStyle(), /^:root\{color-scheme:light dark;.*@media \(prefers-color-scheme:dark\)/)
})
