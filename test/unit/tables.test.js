'use strict'

// What the commands print. tables.txt has the tables as they must be at 80 columns.

const path = require('node:path')
const { stripVTControlCharacters, styleText } = require('node:util')
const t = require('tap')
const { judgeGates } = require('../../scripts/lib/experiments/gate')
const { analyzeComparison } = require('../../scripts/lib/experiments/analysis')
const { comparisonTable } = require('../../scripts/lib/present/comparison-table')
const { framesTable } = require('../../scripts/lib/present/frames-table')
const { growthTable, growthVerdict } = require('../../scripts/lib/present/growth-table')
const { describeLoad, describeRun, resultCard } =
  require('../../scripts/lib/present/result-table')
const { summaryTable } = require('../../scripts/lib/present/summary-table')
const {
  colourDiff,
  factLines,
  markdownTable,
  terminalProse,
  terminalTable,
  terminalWidth,
  titleLine,
  wrapText
} = require('../../scripts/lib/present/table')
const { comparisonOf, run } = require('../helpers/comparison')
const { formatSections, matchGolden } = require('../helpers/golden')
const { growthOf, resultOf, unansweredOf } = require('../helpers/made-up')

let columns // of the terminal; undefined where there is none
t.intercept(process.stdout, 'columns', { get: () => columns })

/** What `print` prints on a terminal of this width. */
function atWidth (width, print) {
  columns = width
  const text = print()
  columns = undefined
  return text
}

const plain = (style, text) => text
const painted = (style, text) => styleText(style, text, { validateStream: false })
const marked = (style, text) => `<${style}>${text}</>`

const warnings = [
  'other programs used 50 % of a core during the load. Close them, and measure again'
]
const targets = ['slow', 'fast', 'optimized', 'baseline', 'exercise']
const results = targets.map((target, i) => resultOf(target, 1000 * (i + 1)))
const { server } = results[0]
const load = {
  url: 'https://example.org/a-path?with=a-query&and=more',
  connections: 2000,
  duration: 7,
  warmup: 0,
  rate: 5000
}
const limitedRate = resultOf('shop', 10, { load, bottleneck: 'neither' })
const silent = { ...server, listeners: null, excessListeners: [] }
const quiet = resultOf('baseline', 20, { server: silent, bottleneck: 'generator' })
const posted = { ...load, rate: 0, method: 'POST', headers: { Accept: '…' }, body: '{"a":1}' }

const growth = growthOf()
const level = {
  ...growth,
  stage: 'fast',
  fit: { ...growth.fit, b: -0.00001, bInterval: [-0.00003, 0.00001] },
  samples: growth.samples.map((sample) => ({ ...sample, listeners: null }))
}

const frame = (name, file, line, share) => ({ frame: { name, file, line }, share })
const hot = [
  frame('parse', '/app/node_modules/fresh/index.js', 12, 0.51),
  frame('emit', 'node:events', 471, 0.22),
  frame('writev@@GLIBC_2.2.5', '', 0, 0.08),
  frame('(garbage collector)', '', 0, 0.07),
  ...[1, 2, 3, 4].map((i) => frame(`own${i}`, `/app/slow/util${i}.js`, i, 0.001 * i))
]
const framesOf = (profile) => framesTable(profile, '/app', plain)

function compare (paint, a, b, limits = {}) {
  const comparison = comparisonOf(a, b)
  const analysis = analyzeComparison(comparison)
  return comparisonTable(comparison, analysis, judgeGates(analysis, limits), paint)
}

const limited = { bottleneck: 'generator', cpuPerRequest: 3400 }
const rates = [95, 110, 101, 99, 104, 100]
const series = [
  ['slow', 1, {}],
  ['fast', 100, {}],
  ['optimized', 300, { bottleneck: 'neither' }],
  ['baseline', 420, { bottleneck: 'generator' }]
].map(([name, factor, rest]) =>
  rates.map((rate, i) => resultOf(name, factor * rate, i % 2 ? {} : rest)))

const tables = {
  result: (paint) => resultCard(resultOf('slow', 1000, { warnings, bottleneck: 'neither' }), paint),
  'result at a constant rate': (paint) => resultCard(limitedRate, paint),
  'result of the baseline': (paint) => resultCard(quiet, paint),
  'result of a POST': (paint) => resultCard(resultOf('shop', 20, { load: posted }), paint),
  'result without answers': (paint) => resultCard(unansweredOf('fast', { warnings }), paint),
  summary: (paint) => terminalTable(summaryTable(results.map((result) => [result])), paint),
  'summary of several runs': (paint) => terminalTable(summaryTable(series), paint),
  comparison: (paint) => compare(paint, [100, 101, 99, 100], [200, 201, 199, 200]),
  'comparison that shows no difference': (paint) =>
    compare(paint, [1, 300, 2], [103, 105, 120]),
  'comparison with gates, whose generator was the bottleneck': (paint) =>
    compare(paint, rates, rates.map((rate) => run(3 * rate, limited)), { maxLoss: 5, minRatio: 3 }),
  growth: (paint) => growthTable(growth, paint),
  'growth of a server that does not grow': (paint) => growthTable(level, paint)
}
const frames = {
  'frames of a CPU profile': framesOf({ frames: { self: hot, total: hot.toReversed() } }),
  'frames of Node.js alone':
    framesOf({ frames: { self: hot.slice(1, 3), total: hot.slice(1, 2) } }),
  'frames of a heap profile': framesOf({ frames: { self: hot.slice(0, 3) }, bytes: 12_000_000 })
}

// From 42 columns on nothing wraps; down to 28 headings and names wrap, down to 22 without padding.
const small = {
  head: ['', 'a long heading', 'short'],
  rows: [['the first row', '1', ' '], ['second', '2 of 3', '4']]
}
const narrow = {}
for (const width of [42, 41, 28, 27, 22]) {
  narrow[`a table at ${width} columns`] = atWidth(width, () => terminalTable(small, plain))
}

t.test('the tables of tables.txt', async (t) => {
  const at80 = {}
  for (const [name, print] of Object.entries(tables)) at80[name] = print(plain)
  matchGolden(
    t,
    path.join(__dirname, 'tables.txt'),
    formatSections({ ...at80, ...frames, ...narrow })
  )
})

t.test('no line is wider than the terminal, and colours change nothing else', async (t) => {
  for (const [name, print] of Object.entries(tables)) {
    for (const width of [80, 100, 140]) {
      const text = atWidth(width, () => print(plain))
      const widest = Math.max(...text.split('\n').map((line) => line.length))
      t.ok(widest <= width, `${name}: ${widest} of ${width}`)
      t.equal(stripVTControlCharacters(atWidth(width, () => print(painted))), text)
    }
  }
})

t.test('a word that is too long for the table is broken', async (t) => {
  const table = { head: ['name', '%'], rows: [['compileForInternalLoader', '12']] }
  t.equal(atWidth(20, () => terminalTable(table, plain)), `
┌───────────────┬──┐
│name           │ %│
├───────────────┼──┤
│compileForInter│12│
│nalLoader      │  │
└───────────────┴──┘`.trim())
})

t.test('a table is as wide as the terminal, or 80 columns where there is none', async (t) => {
  t.equal(terminalWidth(), 80)
  t.equal(atWidth(22, terminalWidth), 22)
})

t.test('a table of more than 12 rows has no lines between its rows', async (t) => {
  const linesOf = (count) => {
    const rows = Array.from({ length: count }, (_, i) => [`row ${i}`])
    return terminalTable({ head: [''], rows }, plain).split('\n').length
  }
  t.strictSame([linesOf(12), linesOf(13)], [27, 16])
})

t.test('headings, titles and names of facts are painted; a warning is yellow', async (t) => {
  const table = { head: ['', 'a b'], rows: [['x', '1']] }
  const headings = (width) => {
    const lines = atWidth(width, () => terminalTable(table, marked)).split('\n')
    return lines.filter((line) => line.includes('<cyan>'))
  }
  t.strictSame(headings(40), ['│ <cyan></> │ <cyan>a b</> │'])
  t.strictSame(headings(5), ['│<cyan></>│<cyan>a</>│', '│         │<cyan>b</>│'])
  t.equal(atWidth(6, () => titleLine('a b', '$& c d e', marked)), '<bold>a b</>:\n$& c d\ne')
  t.equal(atWidth(15, () => factLines([['x', 'one two'], ['warning', 'one two']], marked)), [
    '<bold>x           </>one', '<bold>            </>two',
    '<bold>warning     </><yellow>one</>', '<bold>            </><yellow>two</>'
  ].join('\n'))
})

t.test('in Markdown figures are on the right, and texts on the left if asked for', async (t) => {
  const table = { head: ['', 'a', 'b'], rows: [['x', '1\n2', '2']] }
  t.equal(markdownTable(table), '|  | a | b |\n| --- | ---: | ---: |\n| x | 1<br>2 | 2 |')
  t.equal(markdownTable({ ...table, rows: [] }, '---'), '|  | a | b |\n| --- | --- | --- |')
})

t.test('a text wraps between words, and a long word anywhere', async (t) => {
  t.strictSame(wrapText('one two three', 7), ['one two', 'three'])
  t.strictSame(wrapText('one twothreefour', 6), ['one', 'twothr', 'eefour'])
  t.strictSame(wrapText('two\nlines ', 80), ['two', 'lines'])
  t.strictSame(wrapText('', 80), [''])
})

t.test('prose keeps its paragraphs and lists, and wraps', async (t) => {
  const text = '**One**\n*two*  three\n\n- a **b c** d\n  e\n- f\n\nlast'
  t.equal(atWidth(8, () => terminalProse(text, marked)),
    '<bold>One</>\n*two*\nthree\n\n- a\n  <bold>b\n  c</> d\n  e\n- f\n\nlast')
})

t.test('the lines of a diff have colours', async (t) => {
  t.equal(colourDiff('--- a\n@@ -1 +1 @@\n same -\n-x\n+y', marked),
    '<red>--- a</>\n<cyan>@@ -1 +1 @@</>\n same -\n<red>-x</>\n<green>+y</>')
})

t.test('a load is described by what differs from the defaults', async (t) => {
  const load = { connections: 1, duration: 2, rate: 0 }
  t.equal(describeLoad(load), '1 connection for 2 s')
  t.equal(describeLoad({ ...load, connections: 2, path: '/x' }), 'GET /x, 2 connections for 2 s')
  t.equal(describeLoad({ ...load, method: 'HEAD' }), 'HEAD, 1 connection for 2 s')
  t.match(describeRun([resultOf('slow', 1, { load })]), /; 1 connection, 2 s each, /)
})

t.test('the answers of each second are shown if they are a few', async (t) => {
  const cardOf = (...perSecond) => {
    const result = resultOf('slow', 1)
    return resultCard({ ...result, requests: { ...result.requests, perSecond } }, plain)
  }
  t.match(cardOf(1200, 800, 3), /^each second {1}1,200 800 3$/m)
  t.notMatch(cardOf(1, 2), /^each second/m)
  t.notMatch(cardOf(...Array(61).fill(5)), /^each second/m)
})

t.test('a table in the docs says where, when and how its results were measured', async (t) => {
  t.equal(describeRun(results), 'A made-up CPU, 3 cores, linux x64, Node.js v26.1.2, 2026-01-02; ' +
    '100 connections, 10 s each, server and load generator on the same machine.')
})

t.test('the verdict on a growth follows from the interval of b, and its share', async (t) => {
  const most = 'no growth of slow is shown: at most'
  const cases = [
    [0.0512, 0.0452, 0.0572, 'slow grows: each request makes every later one 51.2 µs slower'],
    [0.0003, 0.0001, 0.0005, 'slow grew by 42 % in 1,000 requests'],
    [-0.0003, -0.0005, -0.0001, 'slow does not grow: it became 42 % faster ' +
      '(it was still warming up, or another process ended)'],
    [0.0003, 0, 0.0006, `${most} 600 µs per thousand requests (95 % confidence)`],
    [-0.0003, -0.0006, 0, `${most} 0 µs per thousand requests (95 % confidence)`]
  ]
  const samples = (listeners) => [{ requests: 1, listeners: 1 }, { requests: 1000, listeners }]
  for (const [b, low, high, verdict] of cases) {
    const fit = { ...growth.fit, b, bInterval: [low, high] }
    t.equal(growthVerdict({ ...growth, fit, samples: samples(1) }), verdict)
  }
  const fit = { ...growth.fit, b: 0, bInterval: [-0.1, 0.1] }
  t.match(growthVerdict({ ...growth, fit, samples: samples(900) }),
    /but 899 listeners were added: a longer run/)
})
