'use strict'

// What the report shows, and which results stand side by side. report.html is the whole page, without its charts.

const path = require('node:path')
const t = require('tap')
const { comparisonOf } = require('../helpers/comparison')
const { matchGolden } = require('../helpers/golden')
const { growthOf, resultOf } = require('../helpers/made-up')

const { report } = t.mockRequire('../../scripts/lib/present/report', {
  '../../scripts/lib/present/draw-chart': { drawChart: async (chart, id) => `<svg id="${id}"></svg>` }
})

const page = (...saved) => report({ saved, profiles: [] })
const groups = (html) => html.split('<h2>').slice(1).map((group) => ({
  heading: group.slice(0, group.indexOf('</h2>')),
  machine: group.match(/<p class="muted">(.*?)</)?.[1],
  charts: [...group.matchAll(/<h3>(.*?)<\/h3>/g)].map(([, title]) => title),
  /** The rows of its first table, without their markup. */
  rows: [...(group.match(/<table>.*?<\/table>/s)?.[0] ?? '').matchAll(/<tr>(<td>(?:(?!<th).)*)<\/tr>/g)] // no heads
    .map(([, row]) => row.split(/<\/td>(?:<td>)?/).map((cell) => cell.replace('<td>', '')).slice(0, -1))
}))

const slow = resultOf('slow', 1000)
const fast = resultOf('fast', 2000)
const { environment, load } = slow

t.test('the page of report.html', async (t) => {
  const strange = resultOf('url', 300, { load: { ...load, url: 'http://x/?a="<b>&c' } })
  const yesterday = { ...fast, startedAt: '2026-01-01T23:59:59.999Z' }
  const profiles = ['../profiles/flame-slow.html', '../profiles/a "b"/c.html.d.html']
  const html = await report({ saved: [slow, yesterday, strange], profiles })
  const [before, style, after] = html.split(/(?<=<style>)|(?=<\/style>)/)
  matchGolden(t, path.join(__dirname, 'report.html'), `${before}${after}`.trimEnd())
  t.match(style, /^:root\{.*--paper:.*\}\nbody\{[^]*\}$/, 'the colours, then the style sheet')
})

t.test('a page without results says how to get them', async (t) => {
  const missing = [...(await page()).matchAll(/<p class="muted">(.*?)<\/p>/g)].map(([, text]) => text)
  t.strictSame(missing, [
    'Nothing here yet: <code>make bench</code> measures it.',
    'Nothing here yet: <code>make bench RUNS=10</code> measures it.',
    'Nothing here yet: <code>make compare A=slow B=fast</code> measures it.',
    'Nothing here yet: <code>make growth STAGE=slow</code> measures it.',
    'Nothing here yet: <code>make diagnose-slow</code> measures it.',
    'No profiles yet: <code>make flame-slow</code> makes one.'
  ])
})

t.test('results of the same settings and environment share a group, the stages first, with a ratio', async (t) => {
  const exercise = { ...resultOf('exercise', 7), startedAt: '2026-01-02T03:04:05.678Z' }
  const [group, ...others] = groups(await page(exercise, fast, slow))
  t.strictSame(others, [])
  t.equal(group.heading, '100 connections for 10 s')
  t.equal(group.machine, 'A made-up CPU, 3 cores, linux x64, Node.js v26.1.2; measured on 2026-01-02')
  t.strictSame(group.rows.map(([name, , , , speedUp]) => [name, speedUp]),
    [['slow', ''], ['fast', '1.94 × slow'], ['exercise', '']])
})

const differences = {
  connections: { load: { ...load, connections: 7 } },
  duration: { load: { ...load, duration: 7 } },
  pipelining: { load: { ...load, pipelining: 7 } },
  workers: { load: { ...load, workers: 2 } },
  'Node.js version': { environment: { ...environment, node: 'v24.0.0' } },
  platform: { environment: { ...environment, platform: 'darwin arm64' } },
  'CPU model': { environment: { ...environment, cpu: { ...environment.cpu, model: 'Another' } } },
  'CPU count': { environment: { ...environment, cpu: { ...environment.cpu, count: 4 } } }
}
for (const [what, difference] of Object.entries(differences)) {
  t.test(`another ${what} is another group, without a ratio`, async (t) => {
    const html = await page(slow, { ...fast, ...difference })
    t.strictSame(groups(html).map(({ rows }) => rows.map(([name, , , , speedUp]) => [name, speedUp])),
      [[['fast', '']], [['slow', '']]], 'the newest first')
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    t.equal(ids.length, 8)
    t.equal(new Set(ids).size, 8, 'no id twice')
  })
}

t.test('two versions of the exercise are two rows, and of the same version the newest counts', async (t) => {
  const exercise = (n, code) => resultOf('exercise', n, { code })
  const [{ rows }] = groups(await page(exercise(1, 'aaaaaaa'), exercise(2, 'bbbbbbb'), exercise(3, 'aaaaaaa')))
  t.strictSame(rows.map(([name, rate]) => [name, rate]), [['exercise aaaaaaa', '4'], ['exercise bbbbbbb', '3']])
})

t.test('a constant rate is left out', async (t) => {
  t.strictSame(groups(await page({ ...fast, load: { ...load, rate: 100 } })), [])
})

t.test('a result of a single second has no chart over time', async (t) => {
  const short = { ...slow, requests: { ...slow.requests, perSecond: [1] } }
  const charts = ['Requests per second', 'Latency', 'Which side was the bottleneck']
  t.strictSame(groups(await page(short)).map(({ charts }) => charts), [charts])
  const [group] = groups(await page(short, fast))
  t.strictSame(group.charts, [charts[0], 'Requests per second over time', ...charts.slice(1)])
})

t.test('comparisons and growths of another environment, load or code are told apart', async (t) => {
  const comparison = comparisonOf([100, 101, 99], [200, 201, 199])
  const coded = (code) => {
    const { a, b } = comparison.runs
    return { ...comparison, b: 'exercise', runs: { a, b: b.map((run) => ({ ...run, code })) } }
  }
  const longer = { ...comparison, settings: { ...comparison.settings, duration: 9 } }
  const growth = growthOf()
  const elsewhere = { ...growth, environment: { ...environment, node: 'v24.0.0' } }
  const exercise = (code) => ({ ...growth, stage: 'exercise', code })
  const html = await page(comparison, coded('aaa'), coded('bbb'), coded('aaa'), longer,
    growth, exercise('aaa'), exercise('bbb'), growth, elsewhere)
  const names = (rows) => [...new Set(rows.map(([name]) => name))]
  t.strictSame(groups(html).map(({ heading, rows }) => [heading, names(rows), rows.length]), [
    ['Comparisons: 100 connections for 9 s in each run', ['fast → optimized'], 1],
    ['Comparisons: 100 connections for 3 s in each run',
      ['fast → optimized', 'fast → exercise aaa', 'fast → exercise bbb'], 3],
    ['Growth: one request after another on one connection', ['slow'], 3],
    ['Growth: one request after another on one connection', ['slow', 'exercise aaa', 'exercise bbb'], 9]
  ])
})

t.test('a series has a group of its own: its medians in the table, and the newest one counts', async (t) => {
  const runs = (name, ...rates) => ({ name, runs: rates.map((rate) => resultOf(name, rate - 1)) })
  const settings = { connections: 100, duration: 10, runs: 6, rate: 0 }
  const { schema, startedAt } = slow
  const series = (...targets) => ({ schema, startedAt, environment, kind: 'series', settings, targets })
  const older = series(runs('slow', 1, 2))
  const newest = series(runs('fast', 10, 30, 50, 20, 40, 60), runs('slow', 3, 3, 3, 3, 3, 3))
  const atRate = { ...older, settings: { ...settings, rate: 5 } }
  const html = await page(older, newest, slow, atRate)
  const found = groups(html)
  t.strictSame(found.map(({ heading }) => heading),
    ['100 connections for 10 s', '100 connections for 10 s, 6 runs of each target in turns'])
  t.strictSame(found[1].charts,
    ['Requests per second', 'Requests per second over time', 'Latency', 'Which side was the bottleneck'])
  t.strictSame(found[1].rows.map(([name, rate]) => [name, rate]), [['fast', '35; 10–60'], ['slow', '3; 3–3']])
  const [, overTime] = html.split('<h2>')[2].match(/<h3>Requests per second over time.*?<table>(.*?)<\/table>/s)
  t.match(overTime, /^<tr><td>1<\/td><td>8<\/td><td>35<\/td><\/tr>$/m, 'a chart draws the runs in the middle')
})
