'use strict'

// Which results of the report stand side by side.

const t = require('tap')
const { report } = require('../../scripts/lib/present/report')
const { comparisonOf } = require('../helpers/comparison')
const { growthOf, resultOf } = require('../helpers/made-up')

const page = (...saved) => report({ saved, profiles: [] })
const groups = (html) => html.split('<h2>').slice(1).map((group) => ({
  heading: group.slice(0, group.indexOf('</h2>')),
  machine: group.match(/<p class="muted">(.*?)</)?.[1],
  /** The rows of its first table, without their markup. */
  rows: [...(group.match(/<table>.*?<\/table>/s)?.[0] ?? '').matchAll(/<tr>(<td>.*?)<\/tr>/g)]
    .map(([, row]) => row.split(/<\/td>(?:<td>)?/).map((cell) => cell.replace('<td>', '')).slice(0, -1))
}))

const slow = resultOf('slow', 1000)
const fast = resultOf('fast', 2000)
const { environment, load } = slow

t.test('results of the same settings and environment share a group, with a ratio', async (t) => {
  const [group, ...others] = groups(await page(fast, slow))
  t.strictSame(others, [])
  t.equal(group.heading, '100 connections for 10 s')
  t.equal(group.machine, 'A made-up CPU, 3 cores, linux x64, Node.js v26.1.2; measured on 2026-01-02')
  t.strictSame(group.rows.map(([name, , , , speedUp]) => [name, speedUp]), [['slow', ''], ['fast', '2 × slow']])
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
    t.strictSame(groups(html).map(({ rows }) => rows.map(([name]) => name)), [['fast'], ['slow']], 'the newest first')
    t.notMatch(html, '2 × slow')
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    t.equal(new Set(ids).size, ids.length, 'no id twice')
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

t.test('comparisons and growths of another environment or load are groups of their own', async (t) => {
  const comparison = comparisonOf([100, 101, 99], [200, 201, 199])
  const longer = { ...comparison, settings: { ...comparison.settings, duration: 9 } }
  const growth = growthOf()
  const elsewhere = { ...growth, environment: { ...environment, node: 'v24.0.0' } }
  t.strictSame(groups(await page(comparison, longer, growth, elsewhere))
    .map(({ heading, rows }) => [heading, rows.length]), [
    ['Comparisons: 100 connections for 9 s in each run', 1],
    ['Comparisons: 100 connections for 3 s in each run', 1],
    ['Growth: one request after another on one connection', 3],
    ['Growth: one request after another on one connection', 3]
  ])
})
