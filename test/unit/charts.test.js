'use strict'

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { cpuChart } = require('../../scripts/lib/present/charts/cpu')
const { growthChart } = require('../../scripts/lib/present/charts/growth')
const { labChart } = require('../../scripts/lib/present/charts/lab')
const { latencyChart } = require('../../scripts/lib/present/charts/latency')
const { overTimeChart } = require('../../scripts/lib/present/charts/over-time')
const { comparisonsChart, labRatiosChart } = require('../../scripts/lib/present/charts/ratios')
const { throughputChart } = require('../../scripts/lib/present/charts/throughput')
const { drawChart, drawChartFile } = require('../../scripts/lib/present/draw-chart')
const { judgeComparison } = require('../../scripts/lib/experiments/judgement')
const { comparisonOf } = require('../helpers/comparison')
const { ROOT } = require('../helpers/project')

const recorded = (name) => JSON.parse(fs.readFileSync(path.join(ROOT, 'docs/results', `${name}.json`), 'utf8'))
const results = ['slow', 'fast', 'optimized', 'baseline'].map((name) => recorded(`bench-${name}`))
const comparison = recorded('compare-fast-optimized')

const labOf = (name, experiment) => {
  const { title, experiments } = recorded(`lab-${name}`)
  return { title, experiment: experiments.find(({ name }) => name === experiment) ?? experiments[0] }
}

const charts = {
  throughput: throughputChart(results),
  overTime: overTimeChart(results),
  latency: latencyChart(results),
  cpu: cpuChart(results),
  comparisons: comparisonsChart([{ a: comparison.a, b: comparison.b, judgement: judgeComparison(comparison) }]),
  growth: growthChart(['slow', 'fast', 'optimized'].map((name) => recorded(`growth-${name}`))),
  lab: labChart(labOf('overload')),
  labRatios: labRatiosChart(labOf('node-versions', 'operations'))
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
    const figure = new Intl.NumberFormat('en-US', { maximumFractionDigits: requests.average < 1000 ? 2 : 0 })
      .format(requests.average)
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
  t.notMatch(await drawChart(throughputChart([strange])), '<b>')
})

/** The SVG of one comparison of these req/s, and where its arrows start. */
async function drawComparison (a, b) {
  const chart = comparisonsChart([{ a: 'fast', b: 'optimized', judgement: judgeComparison(comparisonOf(a, b)) }])
  const svg = await drawChart(chart)
  const arrows = (direction) => {
    const [, paths] = svg.match(new RegExp(`arrows_${direction}_marks[^>]*>((?:<path[^>]*>(?:</path>)?)*)`))
    return paths.match(/<path/g)?.length ?? 0
  }
  return { alt: chart.alt, svg, left: arrows('left'), right: arrows('right') }
}

t.test('an interval without a bound ends in an arrow at the edge, and the axis stays finite', async (t) => {
  const bounded = await drawComparison([100, 101, 99], [200, 201, 199])
  t.match(bounded, { left: 0, right: 0 })
  const unbounded = await drawComparison([1, 300, 2], [200, 201, 199])
  t.notMatch(unbounded.svg, /NaN|Infinity/)
  t.match(unbounded, { left: 0, right: 1, alt: /to no upper bound/ })
  t.ok(unbounded.svg.match(/>1,?\d*</g).length, 'the axis has its labels')
  const both = await drawComparison([1, 300, 2], [1, 900, 2])
  t.notMatch(both.svg, /NaN|Infinity/)
  t.match(both, { left: 1, right: 1 })
})

t.test('targets without a colour of their own get different ones in a chart', async (t) => {
  const named = ['one', 'two', 'three', 'four'].map((target) => ({ ...results[0], target }))
  const colours = new Set((await drawChart(throughputChart(named))).match(/var\(--other\d\)/g))
  t.equal(colours.size, 4)
})

t.test('where nothing was answered there is no latency', async (t) => {
  const none = { ...results[0], requests: { ...results[0].requests, average: 0, total: 0 } }
  t.strictSame(latencyChart([results[1], none]).rows[1], ['slow', '–', '–', '–', '–', '–'])
  t.notMatch(await drawChart(latencyChart([results[1], none])), /NaN/)
})
