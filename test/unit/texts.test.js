'use strict'

// What the commands print, as in test/expected/. The docs show more: update-docs.test.js.

const { stripVTControlCharacters } = require('node:util')
const t = require('tap')
const { analyzeComparison, judgeGates } = require('../../scripts/lib/compare/analysis')
const { comparisonTable } = require('../../scripts/lib/show/comparison-table')
const { withProgressBar } = require('../../scripts/lib/cli/terminal')
const { frameBars } = require('../../scripts/lib/show/frame-bars')
const { growthTable } = require('../../scripts/lib/show/growth-table')
const { terminalProse } = require('../../scripts/lib/show/markdown')
const { resultCard, summaryTable } = require('../../scripts/lib/show/results')
const { terminalTable } = require('../../scripts/lib/show/table')
const { matchExpected } = require('../helpers/expected')
const { growthOf, resultOf, unansweredOf } = require('../helpers/made-up')

let columns // of the terminal; undefined where there is none
t.intercept(process.stdout, 'columns', { get: () => columns })
t.intercept(process.stdout, 'isTTY', { value: false })
const { FORCE_COLOR, NO_COLOR } = process.env
t.beforeEach(() => {
  delete process.env.FORCE_COLOR
  delete process.env.NO_COLOR // Node.js warns where both are set
})
t.teardown(() => {
  if (FORCE_COLOR) process.env.FORCE_COLOR = FORCE_COLOR
  if (NO_COLOR) process.env.NO_COLOR = NO_COLOR
})

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

const warnings = ['other programs used 50 % of a core during the load. Close them']
const limited = { bottleneck: 'generator' }

function postedCard () {
  const request = { path: '/orders', method: 'POST', body: '{"a":1}' }
  const load = { ...resultOf('slow', 1).load, duration: 7, warmup: 0, rate: 5000, ...request }
  return resultCard(resultOf('slow', 1000, { warnings, load }))
}

/** Of a load that nothing answered, for more than a minute, with a file. */
function unansweredCard () {
  const { load, server: { rss, ...server }, requests } = unansweredOf('fast')
  return resultCard(unansweredOf('fast', {
    load: { ...load, connections: 1, method: 'PUT', bodyFile: '/home/me/a.json', body: '{}' },
    server,
    requests: { ...requests, perSecond: Array(61).fill(0) }
  }))
}

/** Runs of a target at these CPU times per request, and at twice as many req/s. */
const runsOf = (target, costs, rest) => costs.map((cpuPerRequest) =>
  resultOf(target, 2 * cpuPerRequest - 1, { cpuPerRequest, ...rest }))

function singleRuns () {
  const first = [
    runsOf('slow', [60]),
    runsOf('fast', [30]),
    runsOf('optimized', [20]),
    runsOf('baseline', [10], limited),
    [unansweredOf('exercise')]
  ]
  const second = [runsOf('optimized', [20]), runsOf('slow', [60])]
  return [first, second].map((series) => terminalTable(summaryTable(series.flat()))).join('\n')
}

function comparison () {
  const runs = (...args) => runsOf(...args).map((run) => ({
    ...run,
    server: { ...run.server, userTime: run.requests.total * run.cpuPerRequest / 2 }
  }))
  const targets = [
    { name: 'fast', runs: runs('fast', [200, 202, 198], { backgroundCpu: 0.5 }) },
    { name: 'optimized', runs: runs('optimized', [100, 102, 97], limited) }
  ]
  const { environment, load: settings } = resultOf('fast', 1)
  const analysis = analyzeComparison({ targets })
  const gates = judgeGates(analysis, { maxLoss: 5, minRatio: 2.5 })
  return comparisonTable({ settings, environment }, analysis, gates)
}

// By b with its interval, and the listeners at the end. The first one is whole, with its fit.
function growths () {
  const cases = [
    [0.0512, [0.0452, 0.0572], 1001],
    [0.0003, [0.0001, 0.0005], 1001],
    [-0.0003, [-0.0005, -0.0001], 1001],
    [0.0003, [0, 0.0006], 1001],
    [-0.0003, [-0.0006, 0], 11]
  ]
  const texts = cases.map(([b, bInterval, listeners]) => {
    const { fit, samples, ...growth } = growthOf()
    const [first, second, last] = samples
    return growthTable({
      ...growth,
      fit: { ...fit, b, bInterval },
      samples: [{ ...first, listeners: 1 }, second, { ...last, listeners }]
    }, b === cases[0][0])
  })
  const [whole, ...others] = texts
  return [whole, ...others.map((text) => text.match(/verdict [^┌]*(?=\n┌)/)[0])].join('\n')
}

const frame = (name, file, line, share) => ({ frame: { name, file, line }, share })

function profiles () {
  const hot = [
    frame('parse', '/app/node_modules/fresh/index.js', 12, 0.51),
    frame('emit', 'node:events', 471, 0.22),
    frame('writev@@GLIBC_2.2.5', '', 0, 0.08),
    frame('(garbage collector)', '', 0, 0.07),
    ...[1, 2, 3, 4].map((i) => frame(`own${i}`, `/app/slow/util${i}.js`, i, 0.001 * i))
  ]
  const allocating = [
    frame('parse', '/app/node_modules/fresh/index.js', 12, 0.51),
    frame('f', '/tmp/a/shop/server.js', 3, 0.1),
    frame('a'.repeat(70), `/app/${'b'.repeat(80)}.js`, 1, 0.05)
  ]
  return [
    frameBars({ frames: { self: hot, total: hot.toReversed() } }, '/app'),
    frameBars({ frames: { self: allocating }, bytes: 12_000_000 }, '/app')
  ].join('\n\n')
}

const PRINTED = {
  'a load with its request, its figures and its warnings': ['result', postedCard],
  'a load that nothing answered has dashes, and no list of many seconds':
    ['result-unanswered', unansweredCard],
  'single runs: ratios to the stage before, and ≥ where the generator was the limit':
    ['summary-single', singleRuns],
  'a comparison: verdict, speed-up, gates, both targets, and what disturbed it':
    ['comparison', comparison],
  'a growth: samples, fit, and the verdict that follows from the interval of b':
    ['growth', growths],
  'a CPU profile by self and by total time, and what allocates, with bytes':
    ['profiles', profiles]
}
for (const [name, [file, print]] of Object.entries(PRINTED)) {
  t.test(name, async (t) => matchExpected(t, file, `${print()}\n`))
}

t.test('no line is wider than the terminal, and colours change nothing else', async (t) => {
  for (const [file, print] of Object.values(PRINTED)) {
    for (const width of [80, 140]) {
      const text = atWidth(width, print)
      const widest = Math.max(...text.split('\n').map((line) => line.length))
      t.ok(widest <= width, `${file}: ${widest} of ${width}`)
      const coloured = painted(width, print)
      t.not(coloured, text)
      t.equal(stripVTControlCharacters(coloured), text)
    }
  }
  t.ok(painted(80, postedCard).includes('\x1b[33mother programs'), 'a warning is yellow')
})

t.test('in a narrow terminal, headings and texts wrap, and the padding goes last', async (t) => {
  const rows = [['the first row', '1'], ['2nd', '2 of 3']]
  const texts = [34, 24, 17].map((width) =>
    atWidth(width, () => terminalTable({ head: ['', 'a b c d e'], rows })))
  const prose = '**One**\n*two*  three\n\n- a **b c** d\n  e\n- f\n\nlast'
  texts.push(atWidth(8, () => terminalProse(prose)))
  matchExpected(t, 'narrow-texts', `${texts.join('\n')}\n`)
})

t.test('a progress bar shows the share that is done, and goes with the work', async (t) => {
  const drawn = []
  const value = {
    isTTY: true,
    columns: 200,
    cursorTo () {},
    clearLine: (part) => { if (part === undefined) drawn.push('cleared') },
    write: (text) => drawn.push(text)
  }
  t.intercept(process, 'stderr', { value })
  await t.rejects(withProgressBar('compare', async (update) => {
    update(0.4)
    throw new Error('slow died')
  }))
  const bar = `compare [${'='.repeat(12)}${' '.repeat(18)}] 40%`
  t.strictSame([drawn[0].replace(/, \d+ s left$/, ''), drawn[1]], [bar, 'cleared'])
})

t.test('a name is printed as it is, but does not control the terminal', async (t) => {
  const name = '\x1b[2J\x07\b\r\x7f\x9b31m\u202eevent'
  const texts = [
    resultCard(resultOf(name, 1)),
    resultCard(resultOf('slow', 1, { warnings: [name] })),
    terminalProse(name),
    frameBars({ frames: { self: [frame(name, `/app/${name}.js`, 1, 0.1)] } }, '/app'),
    terminalTable({ head: [name], rows: [] })
  ]
  for (const text of texts) {
    t.match(text, /\ufffd\[2J\ufffd{4}\s*\ufffd31m\ufffdevent/)
    t.notMatch(text, /(?!\n)\p{Cc}|\u202e/u)
  }
  t.match(resultCard(resultOf('a$&b', 1)), /^a\$&b: 100 connections/)
})
