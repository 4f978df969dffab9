'use strict'

// Draws charts with Vega.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { recorded, recordedRun, recordedSeries } = require('../../scripts/lib/docs/recorded')
const { growthChart } = require('../../scripts/lib/present/charts/growth-chart')
const { comparisonsChart } = require('../../scripts/lib/present/charts/ratios-chart')
const { throughputChart } = require('../../scripts/lib/present/charts/throughput-chart')
const { overTimeChart } = require('../../scripts/lib/present/charts/over-time-chart')
const { drawChart, drawChartFile } = require('../../scripts/lib/present/draw-chart')
const { ROOT } = require('../../scripts/lib/system/root')
const { comparisonOf } = require('../helpers/comparison')
const { resultOf } = require('../helpers/made-up')

const x = { field: 'n', type: 'quantitative', axis: { title: 'a title', values: [0, 1, 1.02, 2] } }
const y = { field: 'name', type: 'nominal', axis: { title: null } }
const small = {
  title: 'A title: "<x>"',
  alt: 'Bars of \'a\' & "b" < c',
  spec: {
    height: 100,
    data: { values: [{ name: '<b>&"', n: 1 }, { name: 'two', n: 2.2 }] },
    layer: [
      { mark: { type: 'bar', clip: true }, encoding: { x, y } },
      { mark: { type: 'text', clip: true }, encoding: { x, y, text: { field: 'n' } } }
    ]
  }
}
const texts = (svg) => [...svg.matchAll(/>([^<>]+)</g)].map(([, text]) => text)

t.test('a file brings its background, for light or dark pages, and larger type', async (t) => {
  const light = await drawChartFile(small, 'light')
  const dark = await drawChartFile(small, 'dark')
  t.match(light, /<style>:root\{color-scheme:light;--paper:#ffffff;.*<\/style><rect width="100%"/)
  t.match(dark, /<style>:root\{color-scheme:dark;--paper:#0d1117;/)
  const withoutStyle = (svg) => svg.replace(/<style>.*<\/style>/, '')
  t.equal(withoutStyle(dark), withoutStyle(light), 'the same picture')
  t.match(light, / width="720" height="160" viewBox="0 0 450 100"/)
  t.match(await drawChart(small, 'small'), / width="400" height="100" viewBox="0 0 400 100"/)
})

t.test('texts are escaped, colours come from the theme, figures have two decimals', async (t) => {
  const svg = await drawChart(small, 'small')
  t.ok(svg.startsWith(
    '<svg role="img" aria-label="Bars of &#39;a&#39; &amp; &quot;b&quot; &lt; c" '))
  t.ok(texts(svg).includes('&lt;b&gt;&amp;"'))
  t.match(svg, /fill="var\(--muted\)"/)
  t.notMatch(svg, /\d\.\d{3}|<style>|100%/)
})

t.test('the ids of a chart follow from its own, whatever was drawn before', async (t) => {
  const svg = await drawChart(small, 'No. 1: a/b')
  const ids = new Set(svg.match(/(?<= id="|url\(#)[^")]+/g))
  t.strictSame([...ids], ['no-1-a-b-0', 'no-1-a-b-1'])
  for (let i = 0; i < 5; i++) {
    t.equal(await drawChart(small, 'No. 1: a/b'), svg, 'Vega has counted beyond 9')
  }
})

t.test('the charts of the docs are drawn as they were when somebody looked at them', async (t) => {
  const growths = ['slow', 'fast', 'optimized'].map((stage) => recorded(`growth-${stage}`))
  const charts = {
    bench: throughputChart(recordedSeries()),
    'over-time': overTimeChart([recordedRun('slow'), recordedRun('baseline')]),
    growth: growthChart(growths),
    'growth-slow': growthChart(growths.slice(0, 1))
  }
  for (const [name, chart] of Object.entries(charts)) {
    const files = { [name]: 'light', [`${name}-dark`]: 'dark' }
    for (const [file, scheme] of Object.entries(files)) {
      const svg = fs.readFileSync(path.join(ROOT, `docs/images/${file}.svg`), 'utf8')
      t.equal(await drawChartFile(chart, scheme), svg, file)
    }
  }
})

t.test('comparisons: a mark at 1, ticks between, an arrow where there is no bound', async (t) => {
  const faster = comparisonOf([100, 101, 99, 100], [200, 201, 199, 200])
  const { spec } = comparisonsChart([faster, comparisonOf([100, 100], [99, 99])])
  const svg = await drawChart({ alt: '', spec }, 'ratios')
  for (const text of ['1', '2', '2 ×', '0.99 ×', 'times as fast, log axis']) {
    t.ok(texts(svg).includes(text), text)
  }
  t.match(svg, /stroke-dasharray="5,3"/)
  t.match(svg, /height="142"/)
})

t.test('a long name has several lines, and none of it is cut', async (t) => {
  const name = 'the-orders-of-a-shop-with-a-long-name'
  const results = [resultOf('slow', 20), resultOf(name, 300)]
  const charts = [throughputChart(results.map((result) => [result])), overTimeChart(results)]
  for (const chart of charts) {
    const svg = await drawChart(chart, 'id')
    t.notMatch(svg, /NaN|undefined|Infinity|…/)
    t.ok(texts(svg).includes('slow'))
    t.notOk(texts(svg).includes(name), 'not on one line')
    t.ok(texts(svg).join('').includes(name))
  }
})
