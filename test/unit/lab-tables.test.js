'use strict'

// What a lab prints, and what the docs show of it. lab-tables.txt has the tables as they must be at 80 columns.

const path = require('node:path')
const { stripVTControlCharacters, styleText } = require('node:util')
const t = require('tap')
const { conclusionsMarkdown, labMarkdown, labTable } = require('../../scripts/lib/present/lab-table')
const { formatSections, matchGolden } = require('../helpers/golden')
const { CORE, labOf, PLAIN, SKIPPED, SOURCED, WIDE } = require('../helpers/made-up')

let columns = 80 // of the terminal
t.intercept(process.stdout, 'columns', { get: () => columns })
t.afterEach(() => { columns = 80 })

const plain = (style, text) => text
const painted = (style, text) => styleText(style, text, { validateStream: false })
const marked = (style, text) => `<${style}>${text}</>`

const conclusion = {
  holds: () => true,
  claim: () => 'a conclusion that holds and is far too long to be printed in one line of a terminal of 80 columns'
}
const conclusions = [
  {
    claim: ({ median }, { cpu }) => `string is at ${median('sourced', 'string', 'rate')} on ${cpu.count} CPUs`,
    holds: ({ median }, { cpu }) => median('sourced', 'string', 'rate') === 37.25 && cpu.count === 3
  },
  { ...conclusion, holds: () => false },
  { claim: ({ median }) => `broken is at ${median('sourced', 'broken', 'rate')}`, holds: () => true },
  { claim: ({ median }) => `what nobody measured is at ${median('core', 'v18', 'parse')}`, holds: () => true },
  { claim: ({ ratio }) => `what nobody tried is at ${ratio('none', 'v20', 'v22', 'parse').text}`, holds: () => true }
]
const variedLab = labOf(CORE, SOURCED, SKIPPED, PLAIN)
const loadedLab = { ...labOf(PLAIN), environment: { ...labOf().environment, loadAverage: 3 } }

/** An experiment with this figure in each run of two targets. */
const experimentOf = (a, b, rest) => ({
  name: 'x',
  title: 'X',
  figures: [{ name: 'rate', label: 'rate', unit: '', better: 'higher', limitedBy: 'limited' }],
  targets: [['a', a], ['b', b]].map(([name, observations]) => ({ name, observations })),
  ...rest
})
const runsOf = (count, rate, limited = 0) => Array.from({ length: count }, () => ({ rate, limited }))

const tables = {
  lab: (paint) => labTable(labOf(), [conclusion], paint),
  'lab of several experiments': (paint) => labTable(variedLab, conclusions, paint),
  'lab on a loaded machine': (paint) => labTable(loadedLab, [], paint)
}
const markdown = {
  'lab in Markdown': Object.entries(labMarkdown(labOf(WIDE, SOURCED))).flat().join('\n'),
  'lab in Markdown, on a loaded machine': labMarkdown(loadedLab).plain,
  'conclusions in Markdown': conclusionsMarkdown(variedLab, [conclusion, ...conclusions])
}

t.test('the tables of lab-tables.txt', async (t) => {
  const at80 = Object.fromEntries(Object.entries(tables).map(([name, print]) => [name, print(plain)]))
  matchGolden(t, path.join(__dirname, 'lab-tables.txt'), formatSections({ ...at80, ...markdown }))
})

const widest = (text) => Math.max(...text.split('\n').map((line) => line.length))
for (const [name, print] of Object.entries(tables)) {
  t.test(`${name}: no line is wider than the terminal, and colours change nothing else`, async (t) => {
    for (columns of [40, 60, 80, 100, 140]) {
      const text = print(plain)
      t.ok(widest(text) <= columns, `${columns}: ${widest(text)}`)
      t.equal(stripVTControlCharacters(print(painted)), text)
    }
  })
}

t.test('names, warnings and marks are painted', async (t) => {
  columns = 200
  const paintedTexts = (lab) => [...labTable(lab, conclusions, marked).matchAll(/<(\w+)>([^<]*[^<\s])\s*<\/>/g)]
    .map(([, style, text]) => [style, text]).filter(([style]) => style !== 'cyan')
  t.strictSame(paintedTexts(variedLab), [
    ['bold', 'A made-up lab with a long title'],
    ['bold', CORE.title],
    ['bold', SOURCED.title],
    ['bold', 'warning'],
    ['yellow', 'the load generator was the bottleneck of string (in 2 of 4 runs): rate could be higher'],
    ['bold', SKIPPED.title],
    ['bold', PLAIN.title],
    ['green', '✓'],
    ['red', '✗']
  ])
})

const cellsOf = (experiment) => labMarkdown(labOf(experiment)).x.split('\n').slice(2, 4)
const noteOf = (experiment) =>
  labMarkdown(labOf(experiment)).x.split('\n').find((line) => line.includes('runs of each'))

t.test('a note says what the cells hold: it depends on the number of runs', async (t) => {
  const notes = (count, rest) => noteOf(experimentOf(runsOf(count, 1), runsOf(count, 2), rest))
  const figures = [{ name: 'rate', label: 'rate', unit: '' }]
  const ranges = 'runs of each: medians with the range of the runs'
  t.equal(notes(3), `3 ${ranges}; the interval of a ratio needs RUNS=4.`)
  t.equal(notes(4), `4 ${ranges}, ratios with their 95 % intervals.`)
  t.equal(notes(5, { figures }), `5 ${ranges}.`)
  t.equal(notes(6), '6 runs of each: medians and ratios with their 95 % intervals.')
  t.equal(notes(6, { figures }), '6 runs of each: medians with their 95 % intervals.')
  t.equal(notes(6, { figures, note: 'Read it.' }), '6 runs of each: medians with their 95 % intervals. Read it.')
  t.equal(notes(6, { table: 'core' }), '6 runs of each.')
})

t.test('where a figure is missing in some of six runs, its median has no interval, and it has no ratio', async (t) => {
  const gaps = [1, 2, 9, null, 4, 3].map((rate) => ({ rate }))
  t.strictSame(cellsOf(experimentOf(gaps, runsOf(6, 2))), ['| a | 3 |  |', '| b | 2 | – |'])
  t.strictSame(cellsOf(experimentOf(gaps.slice(0, 4), runsOf(4, 2))), ['| a | 2<br>1–9 |  |', '| b | 2 | – |'])
})

t.test('a rate is a lower bound if the generator limited it, and its ratio is a bound', async (t) => {
  const rows = (a, b) => cellsOf(experimentOf(runsOf(6, 10, a), runsOf(6, 20, b)))
  t.strictSame(rows(0, 0), ['| a | 10 |  |', '| b | 20 | 2 ×<br>2–2 |'])
  t.strictSame(rows(0, 1), ['| a | 10 |  |', '| b | ≥ 20 | ≥ 2 × |'])
  t.strictSame(rows(1, 0), ['| a | ≥ 10 |  |', '| b | 20 | ≤ 2 × |'])
  t.strictSame(rows(1, 1), ['| a | ≥ 10 |  |', '| b | ≥ 20 | – |'])
})

t.test('in Node core\'s table, a bound has no confidence and no accuracy', async (t) => {
  const row = (a, b) => cellsOf(experimentOf(runsOf(6, 10, a), runsOf(6, 20, b), { table: 'core' }))[0]
  t.equal(row(0, 0), '| rate: a → b | *** | 100 % | ± 0 % | ± 0 % | ± 0 % |')
  t.equal(row(0, 1), '| rate: a → b |  | ≥ 100 % | – | – | – |')
  t.equal(row(1, 0), '| rate: a → b |  | ≤ 100 % | – | – | – |')
  t.equal(row(1, 1), '| rate: a → b |  | – | – | – | – |')
})

t.test('Node core\'s table says how many stars to expect by chance', async (t) => {
  const chance = (...figures) => labMarkdown(labOf({ ...CORE, figures: CORE.figures.slice(...figures) })).core
    .split('\n').find((line) => line.includes('by chance'))
  t.equal(chance(0, 1),
    '2 comparisons: of targets that are the same, expect 0.1 at *, 0.02 at **, 0.002 at *** by chance.')
  t.equal(chance(0, 0), undefined)
  const { targets } = CORE
  t.equal(labMarkdown(labOf({ ...CORE, figures: CORE.figures.slice(0, 1), targets: targets.slice(0, 2) })).core
    .split('\n').find((line) => line.includes('by chance')).slice(0, 14), '1 comparison: ')
})
