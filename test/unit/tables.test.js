'use strict'

// What the commands print, at the width of a terminal. tables.txt has the tables as they must be at 80 columns.

const path = require('node:path')
const { stripVTControlCharacters, styleText } = require('node:util')
const t = require('tap')
const { judgeGates } = require('../../scripts/lib/experiments/gate')
const { analyzeComparison } = require('../../scripts/lib/experiments/analysis')
const { comparisonTable } = require('../../scripts/lib/present/comparison-table')
const { framesTable } = require('../../scripts/lib/present/frames-table')
const { fitRow, growthTable, growthVerdict, predictionTable } = require('../../scripts/lib/present/growth-table')
const { describeRun, resultCard, resultName } = require('../../scripts/lib/present/result-table')
const { summaryTable } = require('../../scripts/lib/present/summary-table')
const { factLines, markdownTable, terminalTable, terminalWidth, titleLine, wrapText } =
  require('../../scripts/lib/present/table')
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

const WARNING = [
  'the machine was loaded before the start: load average 3 on 2 CPUs.',
  'Close other programs, and measure again'
]
const loaded = { warnings: [WARNING.join(' ')] }
const targets = ['slow', 'fast', 'optimized', 'baseline', 'exercise']
const results = targets.map((target, i) =>
  resultOf(target, 1000 * (i + 1), target === 'exercise' ? { code: '0123abc' } : {}))
const { server } = results[0]
const url = 'https://example.org/a-path?with=a-query&and=more'
const constantRate = { url, connections: 2000, duration: 7, warmup: 0, pipelining: 3, rate: 5000, workers: 2 }
const elsewhere = resultOf('url', 10, { load: constantRate, server: null, bottleneck: 'unknown' })
const unheard = { server: { ...server, listeners: null, excessListeners: [] }, bottleneck: 'generator' }
const old = { server: { ...server, excessListeners: undefined, resources: undefined } } // as version 2.0 saved it
const posted = { load: { ...constantRate, rate: 0, method: 'POST', headers: { Accept: '…' }, body: '{"a":1}' } }

const growth = growthOf()
const { fit, samples } = growth
const fitOf = (rest) => ({ ...growth, fit: { ...fit, ...rest } })
const level = {
  ...fitOf({ b: -0.00001, bInterval: [-0.00003, 0.00001] }),
  stage: 'fast',
  samples: samples.map((sample) => ({ ...sample, listeners: null }))
}

const frame = (name, file, line) => ({ name, file, line })
const own = [1, 2, 3, 4].map((i) => ({ frame: frame(`own${i}`, `/app/slow/util${i}.js`, i), share: 0.001 * i }))
const hot = [
  { frame: frame('parse', '/app/node_modules/fresh/index.js', 12), share: 0.51 },
  { frame: frame('emit', 'node:events', 471), share: 0.22 },
  { frame: frame('writev@@GLIBC_2.2.5', '', 0), share: 0.08 },
  { frame: frame('(garbage collector)', '', 0), share: 0.07 },
  ...own
]

const compare = (paint, a, b, { limits = {}, ...environment } = {}) => {
  const comparison = comparisonOf(a, b, environment)
  const analysis = analyzeComparison(comparison)
  return comparisonTable(comparison, analysis, judgeGates(analysis, limits), paint)
}
const limits = { maxLoss: 5, minRatio: 3 }
const limited = { bottleneck: 'generator', cpuPerRequest: 3400 }
const recorded = [95, 110, 101, 99, 104, 100]
const series = [
  ['slow', 1, {}],
  ['fast', 100, {}],
  ['optimized', 300, { bottleneck: 'neither' }],
  ['baseline', 420, { bottleneck: 'generator' }]
].map(([name, factor, rest]) =>
  recorded.map((rate, i) => resultOf(name, factor * rate, i % 2 ? {} : rest)))

const tables = {
  result: (paint) => resultCard(resultOf('slow', 1000, { ...loaded, bottleneck: 'neither' }), paint),
  'result of a server that was not started here, at a constant rate': (paint) =>
    resultCard(elsewhere, paint),
  'result of the baseline': (paint) => resultCard(resultOf('baseline', 20, unheard), paint),
  'result of version 2.0': (paint) => resultCard(resultOf('fast', 20, old), paint),
  'result of a POST': (paint) => resultCard(resultOf('shop', 20, posted), paint),
  'result without answers': (paint) => resultCard(unansweredOf('fast', loaded), paint),
  summary: (paint) => terminalTable(summaryTable(results.map((result) => [result])), paint),
  'summary of several runs': (paint) => terminalTable(summaryTable(series), paint),
  comparison: (paint) => compare(paint, [100, 101, 99, 100], [200, 201, 199, 200], { loadAverage: 4 }),
  'comparison that shows no difference': (paint) => compare(paint, [1, 300, 2], [103, 105, 120]),
  'comparison with gates, whose generator was the bottleneck': (paint) =>
    compare(paint, recorded, recorded.map((rate) => run(3 * rate, limited)), { limits }),
  growth: (paint) => growthTable(growth, resultOf('slow', 300), paint),
  'growth without a bench': (paint) => growthTable(growth, undefined, paint),
  'growth of a server that does not grow': (paint) => growthTable(level, resultOf('fast', 300), paint)
}
const frames = {
  'frames of a CPU profile': framesTable({ frames: { self: hot, total: hot.toReversed() } }, '/app', plain),
  'frames of Node.js alone': framesTable({ frames: { self: hot.slice(1, 3), total: hot.slice(1, 2) } }, '/app', plain),
  'frames of a heap profile': framesTable({ frames: { self: hot.slice(0, 3) }, bytes: 12_000_000 }, '/app', plain)
}

// From 42 columns on nothing wraps; down to 28 headings and names wrap, down to 22 without padding; then blocks.
const small = {
  head: ['', 'a long heading', 'short'],
  rows: [['the first row', '1', ' '], ['second', '2 of 3', '4']]
}
const narrowing = Object.fromEntries([42, 41, 28, 27, 22, 21]
  .map((width) => [`a table at ${width} columns`, atWidth(width, () => terminalTable(small, plain))]))

t.test('the tables of tables.txt', async (t) => {
  const at80 = Object.fromEntries(Object.entries(tables).map(([name, print]) => [name, print(plain)]))
  matchGolden(t, path.join(__dirname, 'tables.txt'), formatSections({ ...at80, ...frames, ...narrowing }))
})

const widest = (text) => Math.max(...text.split('\n').map((line) => line.length))
for (const [name, print] of Object.entries(tables)) {
  t.test(`${name}: no line is wider than the terminal, and colours change nothing else`, async (t) => {
    for (const width of [40, 60, 80, 100, 140]) {
      const text = atWidth(width, () => print(plain))
      t.ok(widest(text) <= width, `${width}: ${widest(text)}`)
      t.equal(stripVTControlCharacters(atWidth(width, () => print(painted))), text)
    }
  })
}

t.test('a table is as wide as the terminal, or 80 columns where there is none', async (t) => {
  t.equal(terminalWidth(), 80)
  t.equal(atWidth(22, terminalWidth), 22)
})

t.test('a table of more than 12 rows has no lines between its rows', async (t) => {
  const table = (count) =>
    terminalTable({ head: [''], rows: Array.from({ length: count }, (_, i) => [`row ${i}`]) }, plain)
  t.equal(table(12).split('├').length - 1, 12)
  t.equal(table(13).replaceAll(/│ row \d+ +│\n/g, ''), '┌────────┐\n│        │\n└────────┘')
})

t.test('headings, titles and names of facts are painted; a warning is yellow in all its lines', async (t) => {
  const markedAt = (width, head, ...rows) => atWidth(width, () => terminalTable({ head, rows }, marked))
  const headings = (width) =>
    markedAt(width, ['', 'a b'], ['x', '1']).split('\n').filter((line) => line.includes('<cyan>'))
  t.strictSame(headings(40), ['│ <cyan></> │ <cyan>a b</> │'])
  t.strictSame(headings(5), ['│<cyan></>│<cyan>a</>│', '│         │<cyan>b</>│'])
  t.equal(markedAt(4, ['', 'a'], ['x y', '1'], ['z', '2']),
    '<cyan>x y</>\n  a:\n  1\n\n<cyan>z</>\n  a:\n  2')
  t.equal(markedAt(3, ['name', 'a'], ['x', '1']),
    '<cyan>nam</>\n<cyan>e:</>\n<cyan>x</>\n  a\n  :\n  1')
  t.equal(atWidth(6, () => titleLine('a b', '$& c d e', marked)), '<bold>a b</>:\n$& c d\ne')
  t.equal(atWidth(15, () => factLines([['x', 'one two'], ['warning', 'one two']], marked)), [
    '<bold>x           </>one', '<bold>            </>two',
    '<bold>warning     </><yellow>one</>', '<bold>            </><yellow>two</>'
  ].join('\n'))
})

t.test('in Markdown figures are on the right, and texts on the left if asked for', async (t) => {
  const head = ['', 'a', 'b']
  t.equal(markdownTable({ head, rows: [['x', '1', '2']] }), '|  | a | b |\n| --- | ---: | ---: |\n| x | 1 | 2 |')
  t.equal(markdownTable({ head, rows: [] }, '---'), '|  | a | b |\n| --- | --- | --- |')
})

t.test('a text wraps between words, and a long word anywhere', async (t) => {
  t.strictSame(wrapText('one two three', 7), ['one two', 'three'])
  t.strictSame(wrapText('one twothreefour', 6), ['one', 'twothr', 'eefour'])
  t.strictSame(wrapText('two\nlines', 80), ['two', 'lines'])
  t.strictSame(wrapText('ends in a space ', 80), ['ends in a space'])
  t.strictSame(wrapText('', 80), [''])
})

t.test('names and dimmed lines of a result and a growth are painted', async (t) => {
  const paintedTexts = (text) => [...text.matchAll(/<(\w+)>([^<]*[^<\s])\s*<\/>/g)]
    .map(([, style, text]) => [style, text]).filter(([style]) => style !== 'cyan')
  t.strictSame(paintedTexts(atWidth(60, () => resultCard(resultOf('slow', 1), marked))).slice(0, 4), [
    ['bold', 'slow'],
    ['dim', 'the article, 2018, 100 connections: 3,086.81 ms (stdev'],
    ['dim', '1,725.2, max 5,554), 23.1 req/s (stdev 19.18, max 65),'],
    ['dim', '237.98 kB/s']
  ])
  t.strictSame(paintedTexts(atWidth(60, () => growthTable(growth, undefined, marked))).at(-1),
    ['dim', 'make bench-slow measures what is predicted here'])
})

t.test('a result is named after its target, its URL or the code of its exercise', async (t) => {
  t.equal(resultName({ target: 'fast', load: { url } }), 'fast')
  t.equal(resultName({ target: 'url', load: { url } }), url)
  t.equal(resultName({ target: 'url' }), 'url')
  t.equal(resultName({ target: 'exercise', code: '0123abc', load: { url } }), 'exercise 0123abc')
})

t.test('a table in the docs says where, when and how its results were measured', async (t) => {
  t.equal(describeRun(results), 'A made-up CPU, 3 cores, linux x64, Node.js v26.1.2, 2026-01-02; 100 connections, ' +
    '10 s each, server and load generator on the same machine.')
})

t.test('the verdict on a growth follows from the interval of b, and from its share of the cost', async (t) => {
  const verdictOf = (b, low, high) => growthVerdict(fitOf({ b, bInterval: [low, high] }))
  t.equal(verdictOf(0.0512, 0.0452, 0.0572), 'slow grows: each request makes every later one 51.2 µs slower')
  t.equal(verdictOf(0.0003, 0.0001, 0.0005), 'slow grew by 42 % in 1,000 requests')
  t.equal(verdictOf(-0.0003, -0.0005, -0.0001),
    'slow does not grow: it became 42 % faster (it was still warming up, or another process ended)')
})

t.test('where no growth is shown, the interval bounds it from above', async (t) => {
  const verdictOf = (b, low, high) => growthVerdict(fitOf({ b, bInterval: [low, high] }))
  const most = (time) => `no growth of slow is shown: at most ${time} per thousand requests (95 % confidence)`
  t.equal(verdictOf(0.0003, 0, 0.0006), most('600 µs'))
  t.equal(verdictOf(-0.00001, -0.00003, 0.0000123), most('12.3 µs'))
  t.equal(verdictOf(-0.0003, -0.0006, 0), most('0 µs'))
})

t.test('a growth predicts the requests of a bench: too many, too few, or of 10 s without one', async (t) => {
  const bench = (total, duration) => {
    const { load, requests } = resultOf('slow', 1)
    return resultOf('slow', 1, { load: { ...load, duration }, requests: { ...requests, total } })
  }
  const row = (...bench) => predictionTable(growth, ...bench).rows[0]
  t.strictSame(row(), ['predicted: √(2 · 10 s / 51.2 µs)', '625', '62.5', ''])
  t.strictSame(row(bench(500, 40)), ['predicted: √(2 · 40 s / 51.2 µs)', '1,250', '31.25', '+150 %'])
  t.strictSame(row(bench(1250, 40)).at(-1), '+0 %')
  t.strictSame(row(bench(2500, 40)).at(-1), '−50 %')
})

t.test('a fit is a row of figures', async (t) => {
  t.strictSame(fitRow(growth), ['slow', '710 µs', '51.2 µs', '45.2 µs to 57.2 µs', '0.987'])
  t.strictSame(fitRow(level), ['fast', '710 µs', '-0.01 µs', '-0.03 µs to 0.01 µs', '0.987'])
})
