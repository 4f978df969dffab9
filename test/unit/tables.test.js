'use strict'

// What the commands print that the docs do not show: update-docs.test.js compares them with what is
// printed of the recorded runs. A comparison and a lab have tests of their own.

const { stripVTControlCharacters } = require('node:util')
const t = require('tap')
const { recorded } = require('../../docs/tools/recorded')
const { factLines, titleLine, wrapText } = require('../../scripts/lib/cli/terminal')
const { analyzeComparison } = require('../../scripts/lib/compare/analysis')
const { pairedContrast } = require('../../scripts/lib/compare/paired')
const { comparisonTable } = require('../../scripts/lib/show/comparison-table')
const { describeLoad } = require('../../scripts/lib/show/describe')
const { frameBars } = require('../../scripts/lib/show/frame-bars')
const { growthTable } = require('../../scripts/lib/show/growth-table')
const { terminalProse } = require('../../scripts/lib/show/markdown')
const { resultCard, summaryTable } = require('../../scripts/lib/show/results')
const { terminalTable } = require('../../scripts/lib/show/table')
const { growthOf, resultOf, unansweredOf } = require('../helpers/made-up')

let columns // of the terminal; undefined where there is none
t.intercept(process.stdout, 'columns', { get: () => columns })
t.intercept(process.stdout, 'isTTY', { value: false })
const { FORCE_COLOR } = process.env
t.beforeEach(() => { delete process.env.FORCE_COLOR })
t.teardown(() => { if (FORCE_COLOR) process.env.FORCE_COLOR = FORCE_COLOR })

/** What `print` prints on a terminal of this width. */
function atWidth (width, print) {
  columns = width
  const text = print()
  columns = undefined
  return text
}

/** The same with colours. */
function painted (width, print) {
  process.env.FORCE_COLOR = '1'
  const text = atWidth(width, print)
  delete process.env.FORCE_COLOR
  return text
}

const frame = (name, file, line, share) => ({ frame: { name, file, line }, share })
const hot = [
  frame('parse', '/app/node_modules/fresh/index.js', 12, 0.51),
  frame('emit', 'node:events', 471, 0.22),
  frame('writev@@GLIBC_2.2.5', '', 0, 0.08),
  frame('(garbage collector)', '', 0, 0.07),
  ...[1, 2, 3, 4].map((i) => frame(`own${i}`, `/app/slow/util${i}.js`, i, 0.001 * i))
]
const framesText = () => frameBars({ frames: { self: hot, total: hot.toReversed() } }, '/app')
const long = frame('a'.repeat(50), `/app/${'b'.repeat(50)}.js`, 1, 0.5)

const warnings = ['other programs used 50 % of a core during the load. Close them']
const request = { path: '/orders', method: 'POST', body: '{"a":1}' }
const posted = { ...resultOf('slow', 1).load, duration: 7, warmup: 0, rate: 5000, ...request }
const card = () => resultCard(resultOf('slow', 1000, { warnings, load: posted }))

/** Runs of a target at these CPU times per request, and at twice as many req/s. */
const runsOf = (target, costs, rest) => costs.map((cpuPerRequest, i) =>
  resultOf(target, 2 * cpuPerRequest - 1, { cpuPerRequest, ...rest?.[i] }))
const series = [['slow', 1], ['fast', 100], ['optimized', 300], ['baseline', 420]].map(
  ([name, factor]) => runsOf(name, [95, 110, 101, 99, 104, 100].map((cost) => factor * cost)))

/** Cells by the heads of their columns. */
function cells (series, ...names) {
  const isSingle = series.every((runs) => runs.length === 1)
  const { head, rows } = summaryTable(series, isSingle ? undefined : pairedContrast)
  return rows.map((row) => names.map((name) => row[head.indexOf(name)]))
}

t.test('no line is wider than the terminal, and colours change nothing else', async (t) => {
  const comparison = recorded('compare-fast-optimized')
  const texts = {
    card,
    summary: () => terminalTable(summaryTable(series.map(([run]) => [run]))),
    'summary of several runs': () => terminalTable(summaryTable(series, pairedContrast)),
    comparison: () => comparisonTable(comparison, analyzeComparison(comparison)),
    growth: () => growthTable(growthOf()),
    frames: framesText,
    'frames with long names': () => frameBars({ frames: { self: [long] } }, '/app')
  }
  for (const [name, print] of Object.entries(texts)) {
    for (const width of [80, 140]) {
      const text = atWidth(width, print)
      const widest = Math.max(...text.split('\n').map((line) => line.length))
      t.ok(widest <= width, `${name}: ${widest} of ${width}`)
      const coloured = painted(width, print)
      t.not(coloured, text)
      t.equal(stripVTControlCharacters(coloured), text)
    }
  }
})

t.test('a result says what it asked for, and leaves out what is not known', async (t) => {
  t.match(card(), /^slow: POST \/orders with 7 characters, 100 connections for 7 s, constant /)
  t.match(card(), /, which took 10.1 s, Node.js v26.1.2$/m)
  t.match(card(), /^warning {5}other programs used 50 %/m)
  const { rss, ...server } = resultOf('fast', 1).server
  const text = resultCard(unansweredOf('fast', { server }))
  t.match(text, /^fast: 100 connections for 10 s, after 1 s of warm-up, Node.js /)
  t.match(text, /│ Latency {3}│ {5}– │ {5}– │ {5}– │/)
  t.match(text, /^latency {5}p50 – {3}p90 – {3}p97.5 – {3}p99 –$/m)
  t.match(text, /, heap 56 MB\n/)
  const perSecond = Array(61).fill(5)
  const { requests } = resultOf('slow', 1)
  t.notMatch(resultCard(resultOf('slow', 1, { requests: { ...requests, perSecond } })),
    /^each second/m, 'more than a minute')
})

t.test('single runs have a p99, where something was answered', async (t) => {
  t.strictSame(cells([runsOf('fast', [100]), [unansweredOf('slow')]], '', 'p99'),
    [['fast', '216 ms'], ['slow', '–']])
})

t.test('where the load generator limited a run, req/s is a lower bound', async (t) => {
  const limited = { bottleneck: 'generator' }
  const baseline = runsOf('baseline', [10, 20, 30, 40, 50, 60], { 2: limited })
  t.strictSame(cells([baseline], 'Req/Sec', 'limited by'), [['≥ 70', 'server\ngenerator']])
  const single = [runsOf('fast', [10]), runsOf('baseline', [5], [limited])]
  t.strictSame(cells(single, 'of the baseline'), [['50 %'], ['100 %']], 'CPU time is no bound')
})

t.test('a stage has its ratio to the stage before it, whatever the order', async (t) => {
  const cost = { slow: 60, fast: 30, optimized: 20, baseline: 10, exercise: 5 }
  const speedUps = (...names) =>
    cells(names.map((name) => runsOf(name, [cost[name]])), 'speed-up').flat()
  t.strictSame(speedUps('slow', 'fast', 'optimized', 'baseline', 'exercise'),
    ['', '2 × slow', '1.5 × fast', '', ''])
  t.strictSame(speedUps('optimized', 'exercise', 'slow'), ['3 × slow', '', ''])
})

t.test('the verdict on a growth follows from the interval of b, and its share', async (t) => {
  const most = 'no growth of slow is shown: at most'
  const added = '1,000 listeners were added: a longer run may show their cost'
  const cases = [
    [0.0512, 0.0452, 0.0572, 'slow grows: each request makes every later one 51.2 µs slower'],
    [0.0003, 0.0001, 0.0005, 'slow grew by 42 % in 1,000 requests'],
    [-0.0003, -0.0005, -0.0001, 'slow does not grow: it became 42 % faster, as in a warm-up'],
    [0.0003, 0, 0.0006, `${most} 600 µs per thousand requests (95 % confidence), but ${added}`],
    [-0.0003, -0.0006, 0, `${most} 0 µs per thousand requests (95 % confidence)`, 11]
  ]
  for (const [b, low, high, verdict, listeners = 1001] of cases) {
    const { fit, samples: [first, last], ...growth } = growthOf()
    const samples = [{ ...first, listeners: 1 }, { ...last, requests: 1000, listeners }]
    Object.assign(fit, { b, bInterval: [low, high] })
    const text = growthTable({ ...growth, fit, samples })
    const [, shown] = text.match(/\nverdict ([^]*?)(?:\npredicts|$)/)
    t.equal(shown.trim().replaceAll(/\s+/g, ' '), verdict)
    t.equal(text.includes('\npredicts'), verdict.includes(' grows: '))
  }
})

t.test('a CPU profile: five frames by self and by total time, three of your code', async (t) => {
  t.equal(`\n${framesText()}`, `
by self time
 51 % ████     fresh/index.js:12 parse
 22 % ██       node:events:471 emit
  8 % █        writev@@GLIBC_2.2.5
  7 % █        (garbage collector)
< 1 %          slow/util1.js:1 own1  your code
by total time
< 1 %          slow/util4.js:4 own4  your code
< 1 %          slow/util3.js:3 own3  your code
< 1 %          slow/util2.js:2 own2  your code
< 1 %          slow/util1.js:1 own1  your code
  7 % █        (garbage collector)
your code by total time
< 1 %          slow/util4.js:4 own4  your code
< 1 %          slow/util3.js:3 own3  your code
< 1 %          slow/util2.js:2 own2  your code`)
  const core = hot.slice(1, 2)
  t.notMatch(frameBars({ frames: { self: core, total: core } }, '/'), /your code/)
})

t.test('a heap profile: what allocates, with bytes; places outside are short', async (t) => {
  t.match(frameBars({ frames: { self: hot }, bytes: 12_000_000 }, '/app'),
    /^allocated here\n 51 % {2}6\.12 MB ████ {5}fresh\/index\.js:12 parse\n/)
  const self = [frame('f', '/tmp/a/shop/server.js', 3, 0.1)]
  t.match(frameBars({ frames: { self } }, '/app'), /█ +shop\/server\.js:3 f {2}your code$/)
})

t.test('in a narrow terminal, headings and texts wrap, and the padding goes last', async (t) => {
  const rows = [['the first row', '1'], ['2nd', '2 of 3']]
  const print = () => terminalTable({ head: ['', 'a long heading'], rows })
  t.match(atWidth(34, print), /\n│ the first row │ {14}1 │\n/)
  t.match(atWidth(28, print), /\n│ the first │ {7}1 │\n/)
  t.equal(`\n${atWidth(17, print)}`, `
┌─────┬───────┐
│     │ a long│
│     │heading│
├─────┼───────┤
│the  │      1│
│first│       │
│row  │       │
├─────┼───────┤
│2nd  │ 2 of 3│
└─────┴───────┘`)
})

t.test('a text wraps between words, and a long word anywhere', async (t) => {
  t.strictSame(wrapText('one two three', 7), ['one two', 'three'])
  t.strictSame(wrapText('one twothreefour', 6), ['one', 'twothr', 'eefour'])
  t.strictSame(wrapText('', 80), [''])
})

t.test('control characters in names do not reach the terminal', async (t) => {
  const name = '\x1b[2J\x07\b\r\x7f\x9b31m\u202eevent'
  const texts = [
    titleLine('pid-7', name),
    factLines([['routes', `GET /${name}`]]),
    terminalProse(name),
    frameBars({ frames: { self: [frame(name, `/app/${name}.js`, 1, 0.1)] } }, '/app'),
    terminalTable({ head: [name], rows: [] })
  ]
  for (const text of texts) {
    t.match(text, /\ufffd\[2J\ufffd{4}\s*\ufffd31m\ufffdevent/)
    t.notMatch(text, /(?!\n)\p{Cc}|\u202e/u)
  }
})

t.test('prose keeps its paragraphs and lists, and wraps', async (t) => {
  const text = '**One**\n*two*  three\n\n- a **b c** d\n  e\n- f\n\nlast'
  t.equal(atWidth(8, () => terminalProse(text)),
    'One\n*two*\nthree\n\n- a\n  b\n  c d\n  e\n- f\n\nlast')
})

t.test('a load is described by what differs from the defaults', async (t) => {
  const load = { connections: 1, duration: 2, rate: 0 }
  t.equal(describeLoad(load), '1 connection for 2 s')
  t.equal(describeLoad({ ...load, connections: 2, path: '/x' }), 'GET /x, 2 connections for 2 s')
  t.equal(describeLoad({ ...load, method: 'PUT', bodyFile: '/tmp/a.json', body: '{}' }),
    'PUT with a.json, 1 connection for 2 s')
})
