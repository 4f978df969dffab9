'use strict'

// What the report shows, and which results stand side by side. The charts are stand-ins.

const t = require('tap')
const { comparisonOf } = require('../helpers/comparison')
const { growthOf, resultOf } = require('../helpers/made-up')

const { report } = t.mockRequire('../../scripts/lib/present/report', {
  '../../scripts/lib/present/draw-chart': {
    drawChart: async (chart, id) => `<svg id="${id}"></svg>`
  }
})

const page = (...saved) => report({ saved, profiles: [] })
const cellsOf = (row) => [...row.matchAll(/<td>(.*?)<\/td>/g)].map(([, cell]) => cell)

/** The sections with their headings, their charts, and the rows of the first table. */
const groups = (html) => html.split('<h2>').slice(1).map((group) => ({
  heading: group.slice(0, group.indexOf('</h2>')),
  machine: group.match(/<p class="muted">(.*?)</)?.[1],
  charts: [...group.matchAll(/<h3>(.*?)<\/h3>/g)].map(([, title]) => title),
  rows: group.match(/<table>.*?<\/table>/s)[0].split('</tr>').slice(1, -1).map(cellsOf)
}))
const firstCells = ({ rows }) => rows.map(([name]) => name)

const slow = resultOf('slow', 1000)
const fast = resultOf('fast', 2000)
const { environment, load } = slow
const RATES = 'Requests per second'
const OVER_TIME = 'Requests per second over time'

t.test('results of the same settings and machine share a group, the stages first', async (t) => {
  const exercise = { ...resultOf('exercise', 7), startedAt: '2026-01-01T23:59:59.999Z' }
  const [group, ...others] = groups(await page(exercise, fast, slow))
  t.strictSame(others, [])
  t.equal(group.heading, '100 connections for 10 s')
  t.equal(group.machine, 'A made-up CPU, 3 cores, linux x64, Node.js v26.1.2; ' +
    'measured on 2026-01-01, 2026-01-02')
  t.strictSame(group.charts, [RATES, OVER_TIME])
  t.strictSame(group.rows.map(([name, , , , speedUp]) => [name, speedUp]),
    [['slow', ''], ['fast', '1.94 × slow'], ['exercise', '']])
})

const DIFFERENCES = {
  connections: { load: { ...load, connections: 7 } },
  duration: { load: { ...load, duration: 7 } },
  workers: { load: { ...load, workers: 2 } },
  'Node.js version': { environment: { ...environment, node: 'v24.0.0' } },
  platform: { environment: { ...environment, platform: 'darwin arm64' } },
  CPU: { environment: { ...environment, cpu: { ...environment.cpu, count: 4 } } }
}
for (const [what, difference] of Object.entries(DIFFERENCES)) {
  t.test(`another ${what} is another group, without a ratio`, async (t) => {
    const html = await page(slow, { ...fast, ...difference })
    t.strictSame(groups(html).map(({ rows }) => rows.map((row) => [row[0], row[4]])),
      [[['fast', '']], [['slow', '']]], 'the newest first')
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    t.equal(new Set(ids).size, 4, 'no id twice')
  })
}

t.test('of results with one name, the newest counts', async (t) => {
  const exercise = (n, code) => resultOf('exercise', n, { code })
  const [group] = groups(await page(exercise(1, 'aaa'), exercise(2, 'bbb'), exercise(3, 'aaa')))
  t.strictSame(group.rows.map(([name, rate]) => [name, rate]),
    [['exercise aaa', '4'], ['exercise bbb', '3']])
})

t.test('a constant rate, and a result without a kind, are left out', async (t) => {
  const { kind, ...unknown } = fast
  t.strictSame(groups(await page({ ...fast, load: { ...load, rate: 100 } }, unknown)), [])
})

t.test('a result of a single second has no chart over time', async (t) => {
  const short = { ...slow, requests: { ...slow.requests, perSecond: [1] } }
  t.strictSame(groups(await page(short)).map(({ charts }) => charts), [[RATES]])
})

t.test('a series has its own group, with medians in the table; the newest counts', async (t) => {
  const seriesOf = (targets) => ({
    ...slow,
    kind: 'series',
    load: undefined,
    settings: { connections: 100, duration: 10, runs: 6 },
    targets: targets.map(([name, ...rates]) =>
      ({ name, runs: rates.map((rate) => resultOf(name, rate - 1)) }))
  })
  const others = [['slow', 3, 3, 3, 3, 3, 3], ['baseline', 90, 90, 90, 90, 90, 90]]
  const older = seriesOf([['fast', 1, 2], ...others])
  const newest = seriesOf([['fast', 10, 30, 50, 20, 40, 60], ...others])
  const [load, series] = groups(await page(older, newest, slow))
  t.equal(load.heading, '100 connections for 10 s')
  t.equal(series.heading, '100 connections for 10 s, 6 runs of each target in turns')
  t.strictSame(series.charts, [RATES, OVER_TIME])
  t.strictSame(series.rows.map(([name, rate]) => [name, rate]),
    [['slow', '3; 3–3'], ['fast', '35; 10–60'], ['baseline', '90; 90–90']])
})

t.test('comparisons of the same load share a chart, and so do growths', async (t) => {
  const comparison = comparisonOf([100, 101, 99], [200, 201, 199])
  const longer = { ...comparison, settings: { ...comparison.settings, duration: 9 } }
  const growth = growthOf()
  const exercise = { ...growth, stage: 'exercise', code: 'aaa' }
  const found = groups(await page(comparison, comparison, longer, growth, exercise))
  t.strictSame(found.map((group) => [group.heading, [...new Set(firstCells(group))]]), [
    ['Comparisons: 100 connections for 9 s in each run', ['fast → optimized']],
    ['Comparisons: 100 connections for 3 s in each run', ['fast → optimized']],
    ['Growth: one request after another on one connection', ['slow', 'exercise aaa']]
  ])
  t.equal(found[1].rows.length, 1, 'the newest counts')
})

t.test('a diagnosis is a row of a table', async (t) => {
  const diagnosis = {
    ...slow,
    kind: 'diagnosis',
    load: undefined,
    settings: {},
    first: { verdict: 'memory leak', figure: '1 kB per request' }
  }
  const [{ heading, rows }] = groups(await page(diagnosis))
  t.strictSame([heading, ...rows], ['Diagnoses', ['slow', 'memory leak', '1 kB per request']])
})

t.test('names stay text; profiles are linked; each chart has a table', async (t) => {
  const strange = resultOf('url', 300, { load: { ...load, url: 'http://x/?a="<b>&c' } })
  const html = await report({ saved: [strange], profiles: ['../profiles/a "b".html'] })
  t.ok(html.includes('<td>http://x/?a=&quot;&lt;b&gt;&amp;c</td>'))
  t.notOk(html.includes('<b>'))
  t.ok(html.includes('<li><a href="../profiles/a &quot;b&quot;.html">a &quot;b&quot;</a></li>'))
  t.equal(html.match(/<svg /g).length, html.match(/<table>/g).length)
  t.match(html, /<style>:root\{.*--paper:.*\}\nbody\{[^]*\}<\/style>/, 'colours, then the styles')
})
