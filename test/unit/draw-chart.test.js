'use strict'

// Draws the charts of charts.json with Vega. chart.svg has the looks that all of them share.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { drawChart, drawChartFile } = require('../../scripts/lib/present/draw-chart')
const { matchGolden } = require('../helpers/golden')

const charts = JSON.parse(fs.readFileSync(path.join(__dirname, 'charts.json'), 'utf8'))

// The labels of 1 and 1.02 would overlap: they are left out.
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
      { mark: { type: 'text', clip: true }, encoding: { x, y, text: { field: 'n' } } },
      { data: { values: [{ n: 1 }] }, mark: 'rule', encoding: { x } }
    ]
  }
}
const oneTagALine = (svg) => svg.replaceAll('><', '>\n<').trimEnd()
const clips = (svg) => [...new Set(svg.match(/(?<= id="|url\(#)[^")]+/g))]

t.test('a file of its own brings its background, for light or dark pages, and escapes its texts', async (t) => {
  const svg = await drawChartFile(small, 'light')
  t.equal(svg.at(-1), '\n')
  matchGolden(t, path.join(__dirname, 'chart.svg'), oneTagALine(svg))
  const dark = await drawChartFile(small, 'dark')
  t.match(dark, /<style>:root\{color-scheme:dark;--paper:#0d1117;/)
  const withoutStyle = (svg) => svg.replace(/<style>.*<\/style>/, '')
  t.equal(withoutStyle(dark), withoutStyle(svg), 'the same picture')
})

t.test('the type of a file is larger than that of a chart in a page', async (t) => {
  t.match(await drawChart(small), / width="400" height="100" viewBox="0 0 400 100"/)
  t.match(await drawChartFile(small, 'light'), / width="800" height="160" viewBox="0 0 500 100"/)
})

t.test('a chart in a page has no background; its ids follow from its own, whatever was drawn before', async (t) => {
  const svg = await drawChart(small, 'No. 1: a/b')
  t.strictSame(clips(svg), ['no-1-a-b-0', 'no-1-a-b-1'])
  t.ok(svg.startsWith('<svg role="img" aria-label="Bars of &#39;a&#39; &amp; &quot;b&quot; &lt; c" '))
  t.notMatch(svg, /<style>|100%/)
  for (let i = 0; i < 5; i++) t.equal(await drawChart(small, 'No. 1: a/b'), svg, 'Vega has counted beyond 9')
})

t.test('a long name has several lines, and none of it is cut', async (t) => {
  const name = 'http://127.0.0.1:3000/seed/v1'
  const texts = (svg) => [...svg.matchAll(/>([^<>]+)</g)].map(([, text]) => text)
  for (const chart of [charts.throughput, charts.overTime, charts.cpu]) {
    const written = texts(await drawChart(chart))
    t.notOk(written.some((text) => text.endsWith('…')))
    t.notOk(written.includes(name), 'not on one line')
    t.ok(written.join('').includes(name))
  }
})

for (const [name, chart] of Object.entries(charts)) {
  t.test(`Vega draws ${name}`, async (t) => {
    const svg = await drawChart(chart)
    t.notMatch(svg, /NaN|undefined|Infinity/)
    t.ok(svg.split('<text').length > 5)
  })
}
