'use strict'

// What the report shows, and which results stand side by side. The charts are stand-ins.

const t = require('tap')
const { comparisonOf } = require('../helpers/comparison')
const { growthOf, resultOf } = require('../helpers/made-up')

const { report } = t.mockRequire('../../scripts/lib/present/report', {
  '../../scripts/lib/present/draw-chart': { drawChart: async () => '<svg></svg>' }
})

const slow = resultOf('slow', 1000)
const fast = resultOf('fast', 2000)
const { environment, load } = slow
const CHARTS = ['Requests per second', 'Requests per second over time']

/** The report's groups with their headings, their charts, and the rows of the first table. */
async function groupsOf (...saved) {
  const html = await report({ saved, profiles: [] })
  return html.split('<h2>').slice(1).map((group) => ({
    heading: group.slice(0, group.indexOf('</h2>')),
    machine: group.match(/<p class="muted">(.*?)</)?.[1],
    charts: [...group.matchAll(/<h3>(.*?)<\/h3>/g)].map(([, title]) => title),
    rows: group.match(/<table>.*?<\/table>/s)[0].split('</tr>').slice(1, -1).map((row) =>
      [...row.matchAll(/<td>(.*?)<\/td>/g)].map(([, cell]) => cell))
  }))
}

t.test('results of the same settings and machine share a group', async (t) => {
  const earlier = { ...slow, startedAt: '2026-01-01T23:59:59.999Z' }
  const [{ heading, machine, charts, rows }, ...others] = await groupsOf(earlier, fast)
  t.equal(heading, '100 connections for 10 s')
  t.equal(machine, 'A made-up CPU, 3 cores, linux x64, Node.js v26.1.2; ' +
    'measured on 2026-01-01, 2026-01-02')
  t.strictSame(charts, CHARTS)
  t.strictSame(rows.map(([name, , , speedUp]) => [name, speedUp]),
    [['slow', ''], ['fast', '1.94 × slow']])
  t.strictSame(others, [])
})

t.test('other settings, another machine or Node.js are another group', async (t) => {
  const differences = [
    { load: { ...load, connections: 7 } },
    { environment: { ...environment, node: 'v24.0.0' } },
    { environment: { ...environment, cpu: { ...environment.cpu, count: 4 } } }
  ]
  for (const difference of differences) {
    const groups = await groupsOf(slow, { ...fast, ...difference })
    t.strictSame(groups.map(({ rows }) => rows.map((row) => [row[0], row[3]])),
      [[['fast', '']], [['slow', '']]], 'the newest first, without a ratio')
  }
})

t.test('of results with one name the newest counts; a constant rate is left out', async (t) => {
  const rate = { ...fast, load: { ...load, rate: 100 } }
  const rated = { ...comparisonOf([1, 2], [3, 4]), settings: { rate: 100 } }
  const groups = await groupsOf(resultOf('slow', 1), resultOf('slow', 4), rate, rated)
  t.equal(groups.length, 1)
  t.strictSame(groups[0].rows.map(([name, rate]) => [name, rate]), [['slow', '5']])
})

t.test('a series has its own group, with medians in the table; the newest counts', async (t) => {
  const seriesOf = (rates) => ({
    ...slow,
    kind: 'series',
    load: undefined,
    settings: { connections: 100, duration: 10, runs: 6 },
    targets: ['slow', 'fast', 'baseline'].map((name, i) =>
      ({ name, runs: rates.map((rate) => resultOf(name, rate + i - 1)) }))
  })
  const newest = seriesOf([10, 30, 50, 20, 40, 60])
  const [single, series] = await groupsOf(seriesOf([1, 2]), newest, slow)
  t.equal(single.heading, '100 connections for 10 s')
  t.equal(series.heading, '100 connections for 10 s, 6 runs of each target in turns')
  t.strictSame(series.charts, CHARTS)
  t.strictSame(series.rows.map(([name, rate]) => [name, rate]),
    [['slow', '35; 10–60'], ['fast', '36; 11–61'], ['baseline', '37; 12–62']])
})

t.test('comparisons of one load share a chart; growths and diagnoses have theirs', async (t) => {
  const comparison = comparisonOf([100, 101, 99], [200, 201, 199])
  const longer = { ...comparison, settings: { ...comparison.settings, duration: 9 } }
  const first = { verdict: 'memory leak', figure: '1 kB per request' }
  const diagnosis = { ...slow, kind: 'diagnosis', load: undefined, settings: {}, first }
  const groups = await groupsOf(comparison, comparison, longer, growthOf(), diagnosis)
  const { rows: [verdict] } = groups.at(-1)
  t.strictSame(verdict, ['slow', 'memory leak', '1 kB per request'])
  t.strictSame(groups.map(({ heading, rows }) => [heading, rows.length, rows[0][0]]), [
    ['Comparisons: 100 connections for 9 s in each run', 1, 'fast → optimized'],
    ['Comparisons: 100 connections for 3 s in each run', 1, 'fast → optimized'],
    ['Growth: one request after another on one connection', 3, 'slow'],
    ['Diagnoses', 1, 'slow']
  ])
})

t.test('names stay text; profiles are linked; each chart has notes and a table', async (t) => {
  const strange = resultOf('a"<b>&c', 300)
  const html = await report({ saved: [strange, slow], profiles: ['../profiles/a "b".html'] })
  t.ok(html.includes('<td>a&quot;&lt;b&gt;&amp;c</td>'))
  t.notOk(html.includes('<b>'))
  t.ok(html.includes('<li><a href="../profiles/a &quot;b&quot;.html">a &quot;b&quot;</a></li>'))
  t.match(html, /<figcaption><p>The axis is logarithmic/)
  t.match(html, /<th scope="col">Req\/Sec<\/th>/)
  t.equal(html.match(/<svg>/g).length, html.match(/<table>/g).length)
  t.match(html, /<style>:root\{.*--paper:.*\}\nbody\{[^]*\}<\/style>/, 'colours, then the styles')
})
