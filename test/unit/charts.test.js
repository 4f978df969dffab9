'use strict'

// What the charts hand to Vega-Lite, and their texts and tables. draw-chart.test.js draws them.

const t = require('tap')
const { log, logFromZero, wrapName } = require('../../scripts/lib/present/charts/axes')
const { growthChart } = require('../../scripts/lib/present/charts/growth-chart')
const { lineSpec } = require('../../scripts/lib/present/charts/line-chart')
const { overTimeChart } = require('../../scripts/lib/present/charts/over-time-chart')
const { comparisonsChart } = require('../../scripts/lib/present/charts/ratios-chart')
const { rowSpec } = require('../../scripts/lib/present/charts/row-chart')
const { throughputChart } = require('../../scripts/lib/present/charts/throughput-chart')
const { coloursOf, themeStyle } = require('../../scripts/lib/present/theme')
const { STAGE_COLORS } = require('../../scripts/lib/base/stages')
const { comparisonOf } = require('../helpers/comparison')
const { growthOf, resultOf } = require('../helpers/made-up')

const slow = resultOf('slow', 20)
const fast = resultOf('fast', 2000, { bottleneck: 'generator' })
const linear = { encoding: {}, place: (y) => y / 10, value: (place) => place * 10 }
const round = (value) => Number(value.toFixed(6))

t.test('throughput: the median of each target, in words and as a table, too', async (t) => {
  const runs = [10, 30, 50, 20, 40, 60].map((rate) => resultOf('slow', rate - 1))
  const { alt, head, rows, spec } = throughputChart([runs, [fast]])
  t.equal(alt, 'Points on a log axis, in requests per second: slow 35, fast ≥ 2,001.')
  t.strictSame(spec.data.values.map(({ name, low, value, high }) => [name, low, value, high]),
    [['slow', 10, 35, 60], ['fast', 2001, 2001, 2001]])
  t.strictSame([head[1], ...rows.map((row) => row[1])], ['Req/Sec', '35\n10–60', '≥ 2,001'])
})

t.test('over time: a line for each target, and its rates second by second', async (t) => {
  const { alt, head, rows, spec } = overTimeChart([slow, fast])
  t.equal(alt, 'Lines on a log axis, requests per second over time: ' +
    'slow goes from 26 to 27 at the end; fast goes from 2,006 to 2,007 at the end.')
  t.strictSame([head, ...rows],
    [['second', 'slow', 'fast'], ['1', '26', '2,006'], ['2', '27', '2,007']])
  t.strictSame(spec.data.values.map(({ name, x, y }) => [name, x, y]),
    [['slow', 1, 26], ['slow', 2, 27], ['fast', 1, 2006], ['fast', 2, 2007]])
})

t.test('a point of a long run is the mean of some seconds: 120 points at most', async (t) => {
  const runOf = (target, perSecond) =>
    ({ ...slow, target, requests: { ...slow.requests, perSecond } })
  const chartOf = (seconds) => overTimeChart([
    runOf('slow', Array.from({ length: seconds }, (_, i) => i)),
    runOf('fast', [70, 80, 90, 40])
  ])
  const pointsOf = ({ spec }, target) => spec.data.values
    .filter(({ name }) => name === target)
    .map(({ x, y }) => [x, y])
  t.strictSame(pointsOf(chartOf(120), 'slow').slice(-2), [[119, 118], [120, 119]])
  t.equal(chartOf(120).notes.length, 1)
  const long = chartOf(241)
  t.strictSame(pointsOf(long, 'slow').slice(-2), [[240, 238], [241, 240]])
  t.strictSame(pointsOf(long, 'fast'), [[3, 80], [6, 40]])
  t.strictSame(long.rows.slice(0, 3), [['3', '1', '80'], ['6', '4', '40'], ['9', '7', '']])
  t.equal(long.notes.at(-1), 'Each point is the mean of 3 seconds.')
  t.strictSame(long.spec.encoding.x.scale.domain, [3, 241])
  const short = overTimeChart([runOf('slow', [5])])
  t.strictSame(short.spec.encoding.x.scale.domain, [1, 2], 'one second has an axis, too')
})

t.test('growth: samples and fits', async (t) => {
  const { alt, rows, spec } = growthChart([growthOf()])
  t.ok(alt.endsWith('slow goes from 130 ms to 51.5 ms at 1,000, and the fit adds 51.2 µs with ' +
    'each request.'))
  t.strictSame(rows[1], ['slow', '64', '65', '6.6', '151.5'])
  t.strictSame(spec.data.values[2], { name: 'slow', x: 1000, y: 51.5 })
  t.strictSame(spec.layer.at(-1).data.values.map(({ y }) => round(y)), [0.7612, 3.9868, 51.91])
  const { samples: [first, ...others], ...rest } = growthOf()
  const still = { ...rest, samples: [{ ...first, ms: 0, listeners: null }, ...others] }
  still.fit = { ...still.fit, a: -0.0512 }
  const chart = growthChart([still])
  t.strictSame(chart.spec.data.values.map(({ x }) => x), [64, 1000], 'a log axis has no zero')
  t.strictSame(chart.spec.layer.at(-1).data.values.map(({ x }) => x), [64, 1000])
  t.equal(chart.rows[0][2], '')
})

t.test('comparisons: the ratio that decides, with its interval', async (t) => {
  const { alt, rows, spec } = comparisonsChart([
    comparisonOf([100, 101, 99, 100], [50, 51, 50, 49])
  ])
  t.match(alt, /: fast → optimized 0\.5 ×, from 0\.\d+ × to 0\.\d+ ×\.$/)
  t.strictSame(rows[0].slice(0, 6),
    ['fast → optimized', '100', '50', '10,000 µs', '20,000 µs', '0.5 ×'])
  t.equal(spec.layer[0].data.values[0].value, 1, 'equal speed is marked')
})

t.test('a row: an interval without a bound ends in an arrow at the edge', async (t) => {
  const rows = [
    { name: 'a', value: 2, low: 1, high: Infinity, text: '' },
    { name: 'b', value: 3, low: 0, high: 4, text: '' }
  ]
  const { data, layer } = rowSpec(rows, '')
  t.strictSame(data.values.map(({ low, high }) => [round(low), round(high)]),
    [[1, 5.2], [round(1 / 1.3), 4]])
  const arrows = (name) => layer.find((part) => part.name === name).data.values
  t.strictSame(arrows('arrows_left').map(({ name }) => name), ['b'])
  t.strictSame(arrows('arrows_right').map(({ name }) => name), ['a'])
})

t.test('names at the ends of lines keep a distance; a long one has several lines', async (t) => {
  const labelsOf = (ends) => {
    const points = ends.flatMap(([name, y]) => [{ name, x: 1, y: 0 }, { name, x: 2, y }])
    const values = lineSpec(points, {}, linear).layer[2].data.values
    return values.map(({ text, label }) => [text, round(label)])
  }
  t.strictSame(labelsOf([['a', 5], ['b', 1], ['c', 5.1], ['d', 1.2], ['e', 9]]),
    [['b', 1], ['d', 1.65], ['a', 5], ['c', 5.65], ['e', 9]])
  t.strictSame(labelsOf([['a name of more than 18 letters', 1], ['b', 1.1]]),
    [['a name of more \nthan 18 letters', 1.65], ['b', 2.3]])
})

t.test('a long name is wrapped after a space or a slash where it has one', async (t) => {
  t.equal(wrapName('optimized', 18), 'optimized')
  t.equal(wrapName('http://127.0.0.1:3000/seed/v1', 26), 'http://127.0.0.1:3000/\nseed/v1')
  t.equal(wrapName('x'.repeat(20), 18), `${'x'.repeat(18)}\nxx`)
})

t.test('a place on an axis has a value, and a value its place', async (t) => {
  const axes = [
    [log([2, 100], ''), 2 / 1.3, 130],
    [logFromZero([2, 100], ''), 0, 130],
    [logFromZero([0.5], ''), 0, 1.3]
  ]
  for (const [{ encoding, place, value }, low, high] of axes) {
    t.strictSame(encoding.scale.domain, [low, high])
    t.strictSame([place(low), place(high)], [0, 1])
    for (const at of [0.2, 0.7]) t.equal(round(place(value(at))), at)
  }
})

t.test('an axis has two labels at least, and a log axis no zero', async (t) => {
  const labels = (axis) => axis.encoding.axis.values
  t.strictSame(labels(log([0.02, 1000], '')), [0.1, 1, 10, 100, 1000])
  t.strictSame(labels(log([0.9, 3], '')), [1, 2])
  t.strictSame(labels(log([0.95, 1.1], '')), [0.8, 1, 1.2])
  t.strictSame(labels(logFromZero([0, 70], '')), [1, 10])
  t.strictSame(labels(logFromZero([0], '')), [1, 1.2])
})

t.test('a stage has its colour of base/stages.js; other targets share six', async (t) => {
  const colors = coloursOf(['a', 'slow', 'b', 'a', 'baseline'])
  t.strictSame(colors.map((color) => color.slice(6, -1)),
    ['other0', 'slow', 'other1', 'other0', 'baseline'])
  t.equal(new Set(coloursOf(Array.from({ length: 9 }, (_, i) => `target ${i}`))).size, 6)
  for (const scheme of ['light', 'dark']) {
    t.ok(themeStyle(scheme).includes(`--slow:${STAGE_COLORS.slow[scheme]};`), scheme)
  }
  t.match(themeStyle(), /^:root\{color-scheme:light dark;.*@media \(prefers-color-scheme:dark\)/)
})
