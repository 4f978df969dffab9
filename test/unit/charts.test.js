'use strict'

// What the charts show, in words, as a table, and drawn by Vega.

const t = require('tap')
const { growthChart, overTimeChart } = require('../../scripts/lib/present/charts/line-chart')
const { comparisonsChart, throughputChart } =
  require('../../scripts/lib/present/charts/row-chart')
const { drawChart, drawChartFile } = require('../../scripts/lib/present/draw-chart')
const { colourScale, themeStyle } = require('../../scripts/lib/present/theme')
const { STAGE_COLORS } = require('../../scripts/lib/base/stages')
const { comparisonOf } = require('../helpers/comparison')
const { growthOf, resultOf, unansweredOf } = require('../helpers/made-up')

const slow = resultOf('slow', 20)
const fast = resultOf('fast', 2000, { bottleneck: 'generator' })
const texts = (svg) => [...svg.matchAll(/>([^<>]+)</g)].map(([, text]) => text)

t.test('throughput: the median of each target, with its interval', async (t) => {
  const runs = [10, 30, 50, 20, 40, 60].map((rate) => resultOf('slow', rate - 1))
  const chart = throughputChart([runs, [fast], [unansweredOf('fast')]])
  t.equal(chart.alt, 'Requests per second, log axis: slow 35, fast ≥ 2,001, fast 0.')
  t.strictSame([chart.head[1], ...chart.rows.map((row) => row[1])],
    ['Req/Sec', '35\n10–60', '≥ 2,001', '0'])
  t.strictSame(chart.spec.data.values.map(({ low, value, high }) => [low, value, high]),
    [[10, 35, 60], [2001, 2001, 2001]], 'a log axis has no zero')
  const shown = texts(await drawChart(chart))
  for (const text of ['slow', 'fast', '35', '≥ 2,001', '100', '1,000']) {
    t.ok(shown.includes(text), text)
  }
})

t.test('over time: a line for each target, from one answer per second up', async (t) => {
  const still = { ...slow, requests: { ...slow.requests, perSecond: [0, 3000] } }
  const chart = overTimeChart([still, fast])
  t.equal(chart.alt, 'Requests per second over time, log axis: ' +
    'slow from 0 to 3,000, fast from 2,006 to 2,007.')
  t.strictSame(chart.rows, [
    ['slow', '1', '0'], ['slow', '2', '3,000'], ['fast', '1', '2,006'], ['fast', '2', '2,007']
  ])
  t.strictSame(chart.spec.data.values.map(({ name, x, y }) => [name, x, y]),
    [['slow', 1, 1], ['slow', 2, 3000], ['fast', 1, 2006], ['fast', 2, 2007]])
  const shown = texts(await drawChart(chart))
  for (const text of ['slow', 'fast', '1', '10', '1,000']) t.ok(shown.includes(text), text)
})

t.test('growth: the samples, and the fit where it is not below all of them', async (t) => {
  const { alt, rows, spec } = growthChart([growthOf()])
  t.equal(alt, 'Time of a request by the requests before it, log axes: ' +
    'slow from 130 to 51.5 ms, 51.2 µs more with each request.')
  t.strictSame(rows[1], ['slow', '64', '6.6'])
  t.strictSame(spec.data.values[2], { name: 'slow', x: 1000, y: 51.5 })
  const fits = spec.layer.at(-1).data.values
  t.strictSame(fits.map(({ x, y }) => [x, Number(y.toFixed(2))]), [[1000, 51.91]])
})

t.test('comparisons: the ratio that decides, its interval if it has one, and 1', async (t) => {
  const slower = comparisonOf([100, 101, 99, 100], [50, 51, 50, 49])
  const chart = comparisonsChart([slower, comparisonOf([100], [99])])
  t.match(chart.alt, /: fast → optimized 0\.5 × \(0\.4\d+ × to 0\.5\d+ ×\), fast → /)
  t.strictSame(chart.rows[0].slice(0, 2), ['fast → optimized', '0.5 ×'])
  const [bounded, unbounded] = chart.spec.data.values
  t.ok(bounded.low < 0.5 && bounded.high > 0.5)
  t.strictSame([unbounded.low, unbounded.high], [unbounded.value, unbounded.value])
  const svg = await drawChart(chart)
  t.match(svg, /stroke-dasharray="5,3"/)
  t.ok(texts(svg).includes('0.5 ×') && texts(svg).includes('1'))
})

t.test('a long name is cut, and nothing is drawn outside of the picture', async (t) => {
  const results = [slow, resultOf('the-orders-of-a-shop-with-a-long-name', 300)]
  for (const chart of [throughputChart(results.map((run) => [run])), overTimeChart(results)]) {
    const svg = await drawChart(chart)
    t.notMatch(svg, /NaN|undefined|Infinity/)
    t.match(svg, />the-orders[\w-]*…</)
    t.match(svg, /width="420" [^>]*viewBox="0 0 420 /)
  }
})

t.test('texts are escaped, figures have two decimals, colours come from the theme', async (t) => {
  const { spec } = throughputChart([[resultOf('<b>&"', 7)]])
  const svg = await drawChart({ alt: '\'a\' & "b" < c', spec })
  t.ok(svg.startsWith('<svg role="img" aria-label="&#39;a&#39; &amp; &quot;b&quot; &lt; c" '))
  t.ok(texts(svg).includes('&lt;b&gt;&amp;"'))
  t.match(svg, /fill="var\(--muted\)"/)
  t.notMatch(svg, /\d\.\d{3}|<style>/)
})

t.test('a file brings its colours, for light or dark pages, and larger type', async (t) => {
  const chart = overTimeChart([slow])
  const light = await drawChartFile(chart, 'light')
  t.match(light, /width="714" /)
  t.match(light, /><style>:root\{color-scheme:light;--paper:light-dark\(#ffffff,#0d1117\);/)
  t.equal(await drawChartFile(chart, 'dark'), light.replace('scheme:light', 'scheme:dark'))
})

t.test('a stage has its colour of base/stages.js, another target that of the text', async (t) => {
  t.strictSame(colourScale(['slow', 'a', 'baseline']),
    { domain: ['slow', 'a', 'baseline'], range: ['var(--slow)', 'var(--ink)', 'var(--baseline)'] })
  const { light, dark } = STAGE_COLORS.slow
  t.ok(themeStyle().includes(`--slow:light-dark(${light},${dark});`))
  t.match(themeStyle(), /^:root\{color-scheme:light dark;/)
})
