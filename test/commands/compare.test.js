'use strict'

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { interleave } = require('../../scripts/lib/statistics/interleave')
const { comparisonOf } = require('../helpers/comparison')
const { pText } = require('../../scripts/lib/present/comparison-table')
const { observedStage, untilRequested } = require('../helpers/observed-stage')
const { copyProject } = require('../helpers/project')

const noSignals = process.platform === 'win32' && 'Windows has no signals to send'

/** A project with a saved comparison of about 2 ×: sure to be more than 1.9, and less than 2.1. */
function withSaved (t) {
  return copyProject(t, { 'saved.json': JSON.stringify(comparisonOf([100, 101, 99, 100], [200, 201, 199, 200])) })
}

t.test('the order is swapped in every pair', async (t) => {
  t.strictSame(interleave(['a', 'b'], 3), ['a', 'b', 'b', 'a', 'a', 'b'])
})

t.test('compare measures in turns, judges, prints and saves', async (t) => {
  const project = copyProject(t)
  const settings = { A: 'slow', B: 'baseline', RUNS: '2', DURATION: '1', CONNECTIONS: '10' }
  const { code, stdout, stderr } = await project.run(['compare.js'], settings)
  t.equal(stderr, '', 'no progress bar where there is no terminal')
  t.equal(code, 0)
  t.notMatch(stdout, '\u001b', 'no colour either')
  const texts = ['slow → baseline: 10 connections for 1 s', 'mean ± stdev', 'improvement', 'ratio B/A',
    '95 % confidence interval', 'p-value', '0.05 false positives at *', 'verdict', 'saved']
  const words = stdout.replace(/\s+/g, ' ') // lines are wrapped
  for (const text of texts) t.ok(words.includes(text), text)

  const [name, ...more] = project.results()
  t.match(name, /^[\dTZ-]+-compare-slow-baseline\.json$/)
  t.strictSame(more, [], 'one file')
  const saved = JSON.parse(fs.readFileSync(path.join(project.folder, 'results', name)))
  t.match(saved, {
    schema: 2,
    kind: 'comparison',
    a: 'slow',
    b: 'baseline',
    settings: { runs: 2, duration: 1, connections: 10 }
  })
  t.match(saved.environment, { node: process.version, loadAverage: Number })
  const { a, b } = saved.runs
  t.strictSame([...a, ...b].map(({ target }) => target), ['slow', 'slow', 'baseline', 'baseline'])
  t.strictSame([a[0].load.warmup, b[0].load.warmup], [0, 1], 'slow is not warmed up')
  const inTime = [...a, ...b].sort((x, y) => x.startedAt < y.startedAt ? -1 : 1)
  t.strictSame(inTime.map(({ target }) => target), ['slow', 'baseline', 'baseline', 'slow'])
  t.equal(new Set(inTime.map(({ load }) => load.url)).size, 4, 'each in a fresh process')
})

t.test('FROM judges a saved comparison without running', async (t) => {
  const project = withSaved(t)
  const { code, stdout } = await project.run(['compare.js'], { FROM: 'saved.json', A: 'nobody' })
  t.equal(code, 0)
  t.match(stdout, /fast → optimized/)
  for (const head of ['confidence', 'improvement', 'accuracy', '(*)', '(**)', '(***)']) {
    t.ok(stdout.includes(head), head)
  }
  t.match(stdout, /ratio B\/A +2 × \(95 % confidence interval: 1\.98 × to 2\.02 ×\)/)
  t.strictSame(project.results(), [])
})

t.test('JSON prints one document and nothing else', async (t) => {
  const { code, stdout, stderr } = await withSaved(t).run(['compare.js', '--json'], { FROM: 'saved.json' })
  t.equal(code, 0)
  t.equal(stderr, '')
  t.match(JSON.parse(stdout), {
    file: 'saved.json',
    a: { name: 'fast', mean: 100, n: 4 },
    b: { mean: 200 },
    ratio: 2,
    improvement: 100,
    stars: '***',
    warnings: []
  })
})

t.test('MIN_RATIO is a gate on the lower bound', async (t) => {
  const project = withSaved(t)
  const passed = await project.run(['compare.js'], { FROM: 'saved.json', MIN_RATIO: '1.9' })
  t.equal(passed.code, 0)
  t.equal(passed.stderr, '')

  const failed = await project.run(['compare.js', '--min-ratio', '2'], { FROM: 'saved.json' })
  t.equal(failed.code, 3)
  t.equal(failed.stderr, 'compare: MIN_RATIO not met: lower bound 1.98 ×, required 2 ×\n')
  t.match(failed.stdout, 'ratio B/A', 'the table is there all the same')
})

t.test('what cannot be compared', async (t) => {
  const project = copyProject(t, { 'result.json': '{"schema": 2,"target":"slow"}', 'null.json': 'null' })
  const mistakes = [
    [{ A: 'fats' }, 2, /^compare: Unknown target "fats"\. Did you mean fast\?\n$/],
    [{ B: 'fats' }, 2, /^compare: Unknown target "fats"\. Did you mean fast\?\n$/],
    [{ RUNS: '1' }, 2, /^compare: RUNS must be a whole number from 2 to 1000, not "1"\n/],
    [{ RATE: '1000' }, 2, /^compare: RATE gives both targets the same req\/s/],
    [{ MIN_RATIO: 'three' }, 2, /^compare: MIN_RATIO must be a number from 0 to 1000000, not "three"\n/],
    [{ MIN_RATIO: '-1' }, 2, /^compare: MIN_RATIO must be /],
    [{ FROM: 'nowhere.json' }, 1, /^compare: no result in nowhere\.json: ENOENT/],
    [{ FROM: 'result.json' }, 1, /^compare: result\.json is not a comparison: give a file that make compare saved/],
    [{ FROM: 'null.json' }, 1, /^compare: null\.json is not a comparison/]
  ]
  for (const [env, exit, text] of mistakes) {
    const { code, stderr, stdout } = await project.run(['compare.js'], env)
    t.match(stderr, text)
    t.equal(stderr.split('\n').length, 2, 'one line')
    t.equal(code, exit)
    t.equal(stdout, '')
  }
  const { code, stderr } = await project.run(['compare.js', 'fast', 'slow'])
  t.equal(code, 2)
  t.match(stderr, /^compare: Unexpected operand "fast"/)
  t.strictSame(project.results(), [])
})

t.test('a target that answers nothing makes no comparison, and nothing is saved', async (t) => {
  const silent = `const server = require('node:http').createServer(() => {})
    .listen(process.env.PORT, process.env.HOST, () =>
      console.log('fast listening on http://127.0.0.1:' + server.address().port))`
  const project = copyProject(t, { 'fast/index.js': silent })
  const settings = { A: 'baseline', B: 'fast', RUNS: '2', DURATION: '1', WARMUP: '0', CONNECTIONS: '2' }
  const { code, stdout, stderr } = await project.run(['compare.js'], settings)
  t.equal(code, 1)
  t.match(stderr, /^compare: fast answered none of 2 requests/)
  t.equal(stdout, '')
  t.strictSame(project.results(), [])
})

t.test('Ctrl-C leaves nothing', { skip: noSignals }, async (t) => {
  const project = copyProject(t, observedStage('optimized'))
  const { child, outcome } = project.start(['compare.js'], { RUNS: '5', DURATION: '1', WARMUP: '0', CONNECTIONS: '1' })
  await untilRequested(project, 'optimized') // the second of a pair: one run is complete
  child.kill('SIGINT')
  const { code, stderr, stdout } = await outcome
  t.equal(code, 130)
  t.equal(stderr, 'compare: interrupted\n')
  t.equal(stdout, '')
  t.strictSame(project.results(), [])
})

t.test('a small p-value is shown as it is', async (t) => {
  t.strictSame([0.75123, 0.0004321, 0.00001234, 0].map((p) => pText({ p })), ['0.75', '0.00043', '1.2e-5', '0'])
})
