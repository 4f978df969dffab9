'use strict'

// What the commands print, at the width of a terminal. tables.txt has the tables as they must be at 80 columns.

const fs = require('node:fs')
const path = require('node:path')
const { stripVTControlCharacters, styleText } = require('node:util')
const t = require('tap')
const { judgeComparison } = require('../../scripts/lib/experiments/judgement')
const { comparisonTable } = require('../../scripts/lib/present/comparison-table')
const { growthTable } = require('../../scripts/lib/present/growth-table')
const { labTable } = require('../../scripts/lib/present/lab-table')
const { resultCard, summaryRows } = require('../../scripts/lib/present/result-table')
const { terminalTable, wrapText } = require('../../scripts/lib/present/table')
const { comparisonOf } = require('../helpers/comparison')
const { growthOf, labOf, resultOf } = require('../helpers/made-up')

const plain = (style, text) => text
const painted = (style, text) => styleText(style, text, { validateStream: false })

const WARNING = [
  'the machine was loaded before the start: load average 3 on 2 CPUs.',
  'Close other programs, and measure again'
]
const loaded = { warnings: [WARNING.join(' ')] }
const targets = ['slow', 'fast', 'optimized', 'baseline', 'exercise']
const results = targets.map((target, i) =>
  resultOf(target, 1000 * (i + 1), target === 'exercise' ? { code: '0123abc' } : {}))
const comparison = comparisonOf([100, 101, 99, 100], [200, 201, 199, 200], { loadAverage: 4 })
const conclusion = {
  holds: () => true,
  claim: () => 'a conclusion that holds and is far too long to be printed in one line of a terminal of 80 columns'
}

const tables = {
  result: (paint, width) => resultCard(resultOf('slow', 1000, { ...loaded, bottleneck: 'neither' }), paint, width),
  summary: (paint, width) => {
    const { head, rows } = summaryRows(results)
    return terminalTable(head, rows, paint, undefined, width)
  },
  comparison: (paint, width) => comparisonTable(comparison, judgeComparison(comparison), paint, width),
  growth: (paint, width) => growthTable(growthOf(), resultOf('slow', 300), paint, width),
  lab: (paint, width) => labTable(labOf(), [conclusion], paint, width)
}

const golden = Object.fromEntries(fs.readFileSync(path.join(__dirname, 'tables.txt'), 'utf8').split(/^=== /m).slice(1)
  .map((section) => [section.slice(0, section.indexOf('\n')), section.slice(section.indexOf('\n') + 1).trimEnd()]))
const widest = (text) => Math.max(...text.split('\n').map((line) => line.length))

for (const [name, print] of Object.entries(tables)) {
  t.test(`${name}: at 80 columns`, async (t) => {
    t.equal(print(plain, 80), golden[name])
    t.ok(widest(print(plain, 80)) <= 80, `${widest(print(plain, 80))} columns`)
    t.equal(stripVTControlCharacters(print(painted, 80)), golden[name], 'colours change nothing else')
  })

  t.test(`${name}: no line is wider than the terminal`, async (t) => {
    for (const width of [40, 60, 100, 140]) {
      t.ok(widest(print(plain, width)) <= width, `${width}: ${widest(print(plain, width))}`)
    }
  })
}

t.test('a table uses the room of a wide terminal, and becomes blocks in a narrow one', async (t) => {
  const [wide, narrow] = [200, 40].map((width) => tables.summary(plain, width))
  t.match(wide, '│ of the baseline │ bottleneck │ article, Req/Sec │')
  t.match(narrow, /^slow\n {2}Req\/Sec: 1,001\n {2}p50: 1,014 ms\n/)
})

t.test('a warning is yellow, in all its lines', async (t) => {
  const lines = tables.result(painted, 80).split('\n')
  const yellow = lines.filter((line) => line.includes('\u001b[33m'))
    .map((line) => stripVTControlCharacters(line).trim())
  t.strictSame(yellow, [`warning     ${WARNING[0]}`, WARNING[1]])
})

t.test('a result of version 1 has no warnings', async (t) => {
  t.notMatch(resultCard(resultOf('slow', 1000), plain, 80), 'warning')
})

t.test('where nothing was answered there is no latency', async (t) => {
  const { requests } = resultOf('slow', 0)
  const latency = { average: 0, stddev: 0, max: 0, p50: 0, p90: 0, p97_5: 0, p99: 0 }
  const none = resultOf('slow', 0, { requests: { ...requests, average: 0, total: 0 }, latency })
  t.notMatch(resultCard(none, plain, 80), /\b0 ms/)
  t.match(resultCard(none, plain, 80), /Latency +│ +– │ +– │ +– │/)
  t.strictSame(summaryRows([none, resultOf('fast', 10)]).rows.map((row) => row.slice(2, 5)),
    [['–', '–', ''], ['24 ms', '27 ms', '']])
})

t.test('a stage has its ratio to the stage before it, whatever the order; other targets have none', async (t) => {
  const speedUps = (...names) => summaryRows(names.map((name) => results[targets.indexOf(name)]))
    .rows.map((row) => row[4])
  t.strictSame(speedUps('slow', 'fast', 'optimized', 'baseline', 'exercise'), ['', '2 × slow', '1.5 × fast', '', ''])
  t.strictSame(speedUps('optimized', 'exercise', 'slow'), ['3 × slow', '', ''])
  t.strictSame(speedUps('baseline', 'optimized'), ['', ''])
})

t.test('a text wraps between words, and a long word anywhere', async (t) => {
  t.strictSame(wrapText('one two three', 7), ['one two', 'three'])
  t.strictSame(wrapText('one twothreefour', 6), ['one', 'twothr', 'eefour'])
  t.strictSame(wrapText('two\nlines', 80), ['two', 'lines'])
  t.strictSame(wrapText('', 80), [''])
})

t.test('a rate that the load generator limited is a lower bound, and its ratios are bounds', async (t) => {
  const limited = (name, perSecond) => resultOf(name, perSecond - 1, { bottleneck: 'generator' })
  const full = (name, perSecond) => resultOf(name, perSecond - 1)
  const rates = (...results) => summaryRows(results).rows.map((row) => [row[1], row[4], row[5]])
  t.strictSame(rates(full('fast', 10), full('optimized', 20), limited('baseline', 40)),
    [['10', '', '≤ 25 %'], ['20', '2 × fast', '≤ 50 %'], ['≥ 40', '', '100 %']])
  t.strictSame(rates(full('fast', 10), limited('optimized', 20), limited('baseline', 40)),
    [['10', '', '≤ 25 %'], ['≥ 20', '≥ 2 × fast', '?'], ['≥ 40', '', '100 %']])
})
