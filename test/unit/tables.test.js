'use strict'

// What the commands print.

const { stripVTControlCharacters } = require('node:util')
const t = require('tap')
const { describeRun, markdownTable } = require('../../docs/tools/markdown')
const { factLines, titleLine, wrapText } = require('../../scripts/lib/cli/text')
const { analyzeComparison } = require('../../scripts/lib/compare/analysis')
const { pairedContrast } = require('../../scripts/lib/compare/paired')
const { comparisonTable } = require('../../scripts/lib/show/comparison-table')
const { describeLoad } = require('../../scripts/lib/show/describe')
const { frameBars } = require('../../scripts/lib/show/frame-bars')
const { growthTable } = require('../../scripts/lib/show/growth-table')
const { terminalProse } = require('../../scripts/lib/show/markdown')
const { resultCard, summaryTable } = require('../../scripts/lib/show/results')
const { terminalTable } = require('../../scripts/lib/show/table')
const { comparisonOf } = require('../helpers/comparison')
const { growthOf, resultOf, unansweredOf } = require('../helpers/made-up')

const STYLES = { 1: '<bold>', 22: '</>', 33: '<yellow>', 36: '<cyan>', 39: '</>' }

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

/** The same with the names of the styles. */
function marked (width, print) {
  let text = painted(width, print)
  for (const [code, mark] of Object.entries(STYLES)) text = text.replaceAll(`\x1b[${code}m`, mark)
  return text
}

const warnings = ['other programs used 50 % of a core during the load. Close them']
const request = { path: '/orders', method: 'POST', body: '{"a":1}' }
const posted = { ...resultOf('slow', 1).load, duration: 7, warmup: 0, rate: 5000, ...request }
const rates = [95, 110, 101, 99, 104, 100]
const series = [['slow', 1], ['fast', 100], ['optimized', 300], ['baseline', 420]].map(
  ([name, factor]) => rates.map((rate) => resultOf(name, factor * rate)))

function compare () {
  const comparison = comparisonOf(rates, rates.map((rate) => 3 * rate))
  return comparisonTable(comparison, analyzeComparison(comparison), [])
}

const frame = (name, file, line, share) => ({ frame: { name, file, line }, share })
const hot = [
  frame('parse', '/app/node_modules/fresh/index.js', 12, 0.51),
  frame('emit', 'node:events', 471, 0.22),
  frame('writev@@GLIBC_2.2.5', '', 0, 0.08),
  frame('(garbage collector)', '', 0, 0.07),
  ...[1, 2, 3, 4].map((i) => frame(`own${i}`, `/app/slow/util${i}.js`, i, 0.001 * i))
]
const cpuFrames = { frames: { self: hot, total: hot.toReversed() } }
const long = frame('a'.repeat(50), `/app/${'b'.repeat(50)}.js`, 1, 0.5)

const tables = {
  result: () => resultCard(resultOf('slow', 1000, { warnings, load: posted })),
  summary: () => terminalTable(summaryTable(series.map(([run]) => [run]))),
  'summary of several runs': () => terminalTable(summaryTable(series, pairedContrast)),
  comparison: compare,
  growth: () => growthTable(growthOf()),
  frames: () => frameBars(cpuFrames, '/app'),
  'frames with long names': () => frameBars({ frames: { self: [long] } }, '/app')
}

/** The cells of the tables, without their frames. */
const cellsOf = (text) => text.split('\n')
  .filter((line) => line.startsWith('│'))
  .map((line) => line.split('│').slice(1, -1).map((cell) => cell.trim()))

t.test('no line is wider than the terminal, and colours change nothing else', async (t) => {
  for (const [name, print] of Object.entries(tables)) {
    for (const width of [80, 100, 140]) {
      const text = atWidth(width, print)
      const widest = Math.max(...text.split('\n').map((line) => line.length))
      t.ok(widest <= width, `${name}: ${widest} of ${width}`)
      const coloured = painted(width, print)
      t.not(coloured, text)
      t.equal(stripVTControlCharacters(coloured), text)
    }
  }
})

t.test('a result has the table of autocannon, and what that does not show', async (t) => {
  const text = tables.result()
  t.strictSame(cellsOf(text), [
    ['Stat', 'Avg', 'Stdev', 'Max'],
    ['Latency', '1,011 ms', '1,012 ms', '1,013 ms'],
    ['Req/Sec', '1,001', '1,002', '1,004'],
    ['Bytes/Sec', '1.02 GB', '1.02 GB', '1.02 GB']
  ])
  const [title, facts] = text.split(/┌[^]*┘\n\n/)
  t.equal(title, 'slow: POST /orders with 7 characters, 100 connections for 7 s, constant 5,000\n' +
    'req/s, which took 10.1 s, Node.js v26.1.2\n')
  t.equal(facts, `
latency     p50 1,014 ms   p90 1,015 ms   p97.5 1,016 ms   p99 1,017 ms
requests    1,005 answered, 1,031 errors (1,032 of them timeouts), 1,033 non-2xx
each second ██ 1,006 1,007
server      event-loop delay p99 1,053 ms, heap 1.06 GB, RSS 1.06 GB
CPU time    9,430 µs per request: 106 requests per second of CPU time
bottleneck  server (server 52 % busy, load generator 42 % busy): the server was
            busy nearly all the time and could not answer more
warning     other programs used 50 % of a core during the load. Close them`.trimStart())
})

t.test('a result names its warm-up, and has no latency where nothing was answered', async (t) => {
  const card = resultCard(unansweredOf('fast'))
  t.match(card, /^fast: 100 connections for 10 s, after 1 s of warm-up, Node.js /)
  t.match(card, /│ Latency {3}│ {5}– │ {5}– │ {5}– │/)
  t.match(card, /^latency {5}p50 – {3}p90 – {3}p97.5 – {3}p99 –$/m)
})

t.test('a result has no RSS where it could not be read', async (t) => {
  const { rss, ...server } = resultOf('fast', 1).server
  t.match(resultCard(resultOf('fast', 1, { server })), /, heap 56 MB\n/)
})

t.test('the answers of each second are shown up to a minute', async (t) => {
  const cardOf = (perSecond) => {
    const result = resultOf('slow', 1)
    return resultCard({ ...result, requests: { ...result.requests, perSecond } })
  }
  t.match(cardOf([1200, 800, 3]), /^each second █▆▁ 1,200 800 3$/m)
  t.notMatch(cardOf(Array(61).fill(5)), /^each second/m)
})

t.test('a growth has its samples with bars, the fit, and what it predicts', async (t) => {
  const text = tables.growth()
  t.match(text, /^slow: one request after another on one connection, Node.js v26.1.2\n/)
  t.match(text, /│ 64 {7}│ {8}65 │ {4}6.6 ms │ {5}152 │ █{3} {21} │/)
  t.match(text, /│ 1 {8}│ {11}│ {4}130 ms │/, 'without listeners')
  t.match(text, /^a {11}710 µs \(95 % confidence interval: 610 µs to 810 µs\)$/m)
  t.match(text, /^b {11}51.2 µs \(95 % confidence interval: 45.2 µs to 57.2 µs\)\nR² {10}0.987$/m)
  t.match(text, /^predicts {4}625 answers to a load of 10 s: √\(2 · 10 s \/ 51.2 µs\)$/m)
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
    const { fit, samples: [first, ...others], ...growth } = growthOf()
    const samples = [{ ...first, listeners: 1 }, ...others]
    samples.push({ ...samples.pop(), listeners })
    Object.assign(fit, { b, bInterval: [low, high] })
    const text = growthTable({ ...growth, fit, samples })
    const [, shown] = text.match(/\nverdict ([^]*?)(?:\npredicts|$)/)
    t.equal(shown.trim().replaceAll(/\s+/g, ' '), verdict)
    t.equal(text.includes('\npredicts'), verdict.includes(' grows: '))
  }
})

t.test('a CPU profile: five frames by self and by total time, three of your code', async (t) => {
  t.equal(`\n${tables.frames()}`, `
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

t.test('a place outside of the folder is short, and one in a package names it', async (t) => {
  const self = ['/tmp/a/shop/server.js', '/tmp/node_modules/@a/b/lib/x.js']
    .map((file) => frame('f', file, 3, 0.1))
  t.match(frameBars({ frames: { self } }, '/app'),
    /█ +shop\/server\.js:3 f {2}your code\n.*█ +@a\/b\/lib\/x\.js:3 f$/)
})

t.test('a heap profile: what allocates, with bytes', async (t) => {
  t.match(frameBars({ frames: { self: hot }, bytes: 12_000_000 }, '/app'),
    /^allocated here\n 51 % {2}6\.12 MB ████ {5}fresh\/index\.js:12 parse\n/)
})

t.test('in a narrow terminal, headings and texts wrap, and the padding goes last', async (t) => {
  const rows = [['the first row', '1'], ['2nd', '2 of 3']]
  const print = () => terminalTable({ head: ['', 'a long heading'], rows })
  t.strictSame(cellsOf(atWidth(34, print)), [['', 'a long heading'], ...rows])
  t.strictSame(cellsOf(atWidth(28, print)),
    [['', 'a long'], ['', 'heading'], ['the first', '1'], ['row', ''], ['2nd', '2 of 3']])
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

t.test('a table of more than 12 rows has no lines between its rows', async (t) => {
  const linesOf = (count) => {
    const rows = Array.from({ length: count }, (_, i) => [`row ${i}`])
    return terminalTable({ head: [''], rows }).split('\n').length
  }
  t.strictSame([linesOf(12), linesOf(13)], [27, 16])
})

t.test('headings, titles and names of facts are painted; a warning is yellow', async (t) => {
  const table = { head: ['', 'a b'], rows: [['x', '1']] }
  t.match(marked(80, () => terminalTable(table)), /^│ <cyan><\/> {2}│ <cyan>a b<\/> │$/m)
  t.equal(marked(6, () => titleLine('a b', '$& c d e')), '<bold>a b</>:\n$& c d\ne')
  t.equal(marked(15, () => factLines([['x', 'one two'], ['warning', 'one two']])), [
    '<bold>x           </>one', '<bold>            </>two',
    '<bold>warning     </><yellow>one</>', '<bold>            </><yellow>two</>'
  ].join('\n'))
})

t.test('in Markdown, figures are on the right, and stay with their units', async (t) => {
  const table = { head: ['', 'a', 'b'], rows: [['x', '1\n2', '≥ 2 µs']] }
  t.equal(markdownTable(table),
    '|  | a | b |\n| --- | ---: | ---: |\n| x | 1<br>2 | ≥\u00a02\u00a0µs |')
  t.equal(markdownTable({ ...table, rows: [] }, '---'), '|  | a | b |\n| --- | --- | --- |')
})

t.test('a text wraps between words, and a long word anywhere', async (t) => {
  t.strictSame(wrapText('one two three', 7), ['one two', 'three'])
  t.strictSame(wrapText('one twothreefour', 6), ['one', 'twothr', 'eefour'])
  t.strictSame(wrapText('two\nlines ', 80), ['two', 'lines'])
  t.strictSame(wrapText('', 80), [''])
})

t.test('control characters in names do not reach the terminal', async (t) => {
  const name = '\x1b[2J\x07\b\r\x7f\x9b31m\u202eevent'
  const result = resultOf('slow', 1, { warnings: [`20 listeners of "${name}"`] })
  const texts = [
    titleLine('pid-7', name),
    factLines([['routes', `GET /${name}`]]),
    terminalProse(name),
    resultCard(result),
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
  t.equal(marked(8, () => terminalProse(text)),
    '<bold>One</>\n*two*\nthree\n\n- a\n  <bold>b\n  c</> d\n  e\n- f\n\nlast')
})

t.test('a load is described by what differs from the defaults', async (t) => {
  const load = { connections: 1, duration: 2, rate: 0 }
  t.equal(describeLoad(load), '1 connection for 2 s')
  t.equal(describeLoad({ ...load, connections: 2, path: '/x' }), 'GET /x, 2 connections for 2 s')
  t.equal(describeLoad({ ...load, method: 'HEAD' }), 'HEAD, 1 connection for 2 s')
  t.equal(describeLoad({ ...load, method: 'PUT', bodyFile: '/tmp/a.json', body: '{}' }),
    'PUT with a.json, 1 connection for 2 s')
})

t.test('a table in the docs says where, when and how its results were measured', async (t) => {
  t.equal(describeRun(resultOf('slow', 1)),
    'A made-up CPU, 3 cores, linux x64, Node.js v26.1.2, 2026-01-02; ' +
    '100 connections for 10 s a run, server and load generator on one machine.')
})
