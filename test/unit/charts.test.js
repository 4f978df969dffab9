'use strict'

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { comparisons } = require('../../scripts/lib/present/charts/comparisons')
const { cpu } = require('../../scripts/lib/present/charts/cpu')
const { growth } = require('../../scripts/lib/present/charts/growth')
const { latency } = require('../../scripts/lib/present/charts/latency')
const { overTime } = require('../../scripts/lib/present/charts/over-time')
const { throughput } = require('../../scripts/lib/present/charts/throughput')
const { drawChart, drawChartFile } = require('../../scripts/lib/present/draw-chart')
const { judgeComparison } = require('../../scripts/lib/experiments/judgement')
const { ROOT } = require('../helpers/project')

const recorded = (name) => JSON.parse(fs.readFileSync(path.join(ROOT, 'docs/results', `${name}.json`), 'utf8'))
const results = ['slow', 'fast', 'optimized', 'baseline'].map((name) => recorded(`bench-${name}`))
const comparison = recorded('compare-fast-optimized')

const charts = {
  throughput: throughput(results),
  overTime: overTime(results),
  latency: latency(results),
  cpu: cpu(results),
  comparisons: comparisons([{ a: comparison.a, b: comparison.b, verdict: judgeComparison(comparison) }]),
  growth: growth(['slow', 'fast', 'optimized'].map((name) => recorded(`growth-${name}`)))
}

for (const [name, chart] of Object.entries(charts)) {
  t.test(`${name} draws, the same every time, with a text and a table`, async (t) => {
    const svg = await drawChart(chart)
    t.match(svg, /^<svg role="img" aria-label="[^"]{40,}"/)
    t.equal(await drawChart(chart), svg)
    t.notMatch(svg, /NaN|undefined|Infinity/)
    t.ok(chart.rows.length > 0)
    for (const row of chart.rows) t.equal(row.length, chart.head.length)
  })
}

t.test('the figures are in the picture and in its text', async (t) => {
  const svg = await drawChart(charts.throughput)
  for (const { requests } of results) {
    const figure = new Intl.NumberFormat('en-US', { maximumFractionDigits: requests.average < 1000 ? 2 : 0 }).format(requests.average)
    t.match(svg, `>${requests === results[3].requests ? 'baseline ' : ''}${figure}<`)
    t.match(charts.throughput.alt, figure)
  }
})

t.test('slow is seen to lose speed', async (t) => {
  const { perSecond } = results[0].requests
  t.match(charts.overTime.alt, `slow goes from ${perSecond[0]} in the first second to ${perSecond.at(-1)} in the last`)
})

t.test('a file of its own brings its background, light and dark', async (t) => {
  const svg = await drawChartFile(charts.throughput)
  t.match(svg, 'prefers-color-scheme:dark')
  t.match(svg, /<rect width="100%" height="100%"/)
})

t.test('names are escaped', async (t) => {
  const strange = { ...results[0], target: 'url', load: { ...results[0].load, url: 'http://x/?a="<b>&c' } }
  t.notMatch(await drawChart(throughput([strange])), '<b>')
})
