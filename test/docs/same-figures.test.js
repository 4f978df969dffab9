'use strict'

// Runs that chapters and the race show are about as fast as the series that README shows.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { readText: read, ROOT } = require('../helpers/project')

const NAME = '(slow|fast|optimized|baseline)'
const BENCH = new RegExp(`^${NAME}: 100 connections for 10 s,[^]*?Req/Sec +│ +([\\d,.]+)`, 'gm')
const TABLE = new RegExp(`^│${NAME} *│[ ≥]*([\\d,.]+)│`, 'gm')
const SERIES = new RegExp(`^\\| ${NAME} \\| [≥\\s]*([\\d,.]+)`, 'gm')

/** Names and req/s, of each row of a table or table of a run. */
function readRuns (text, pattern) {
  const matches = Array.from(text.matchAll(pattern))
  return matches.map(([, name, rate]) => [name, Number(rate.replaceAll(',', ''))])
}

t.test('single runs are at most half as fast again as the series, or a third slower', async (t) => {
  const series = Object.fromEntries(readRuns(read('README.md'), SERIES))
  t.strictSame(Object.keys(series), ['slow', 'fast', 'optimized', 'baseline'])
  const { events } = JSON.parse(read('docs/results/live-race.json'))
  const found = events.filter(({ type }) => type === 'result')
    .map(({ data: { result } }) => [result.target, result.requests.average])
  for (const chapter of fs.readdirSync(path.join(ROOT, 'docs/workshop'))) {
    const text = read(`docs/workshop/${chapter}`)
    for (const runs of [BENCH, TABLE]) found.push(...readRuns(text, runs))
  }
  t.ok(found.length >= 9, `${found.length} runs`)
  for (const [name, rate] of found) {
    const ratio = rate / series[name]
    t.ok(ratio > 1 / 1.5 && ratio < 1.5, `${name}: ${rate}, in README ${series[name]}`)
  }
})
