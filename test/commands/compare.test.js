'use strict'

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { judgeGates } = require('../../scripts/lib/experiments/gate')
const { analyzeComparison } = require('../../scripts/lib/experiments/analysis')
const { comparisonTable } = require('../../scripts/lib/present/comparison-table')
const { environment } = require('../../scripts/lib/system/environment')
const { comparisonOf } = require('../helpers/comparison')
const { observedStage, untilRequested } = require('../helpers/observed-stage')
const { copyProject } = require('../helpers/project')

t.intercept(process.stdout, 'columns', { value: undefined }) // no terminal
const noSignals = process.platform === 'win32' && 'Windows has no signals to send'

/** A comparison of about 2 ×: sure to be more than 1.9, and less than 2.1. */
const SAVED = comparisonOf([100, 101, 99, 100], [200, 201, 199, 200])
const withSaved = (t) => copyProject(t, { 'saved.json': JSON.stringify(SAVED) })

/** What compare prints of a comparison that it has saved, or read from a file. */
function printed (comparison, label, file, limits = {}) {
  const analysis = analyzeComparison(comparison)
  const gates = judgeGates(analysis, limits)
  const table = comparisonTable(comparison, analysis, gates, (style, text) => text)
  return `${table}\n${label.padEnd(11)} ${file}\n`
}

t.test('compare measures in turns, judges, prints and saves', async (t) => {
  const project = copyProject(t)
  const settings = { A: 'slow', B: 'baseline', RUNS: '2', DURATION: '1', CONNECTIONS: '10' }
  const { code, stdout, stderr } = await project.run(['compare.js'], settings)
  t.equal(stderr, '', 'no progress bar where there is no terminal')
  t.equal(code, 0)

  const [name, ...more] = project.results()
  t.match(name, /^\d{4}-\d\d-\d\dT[\d-]+Z-compare-slow-baseline\.json$/)
  t.strictSame(more, [], 'one file')
  const saved = JSON.parse(fs.readFileSync(path.join(project.folder, 'results', name)))
  t.equal(stdout, printed(saved, 'saved', path.join('results', name)))
  const { startedAt, targets, ...rest } = saved
  const [a, b] = targets.map(({ runs }) => runs)
  t.match(startedAt, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  t.strictSame(rest, {
    schema: 2,
    kind: 'series',
    settings: { runs: 2, connections: 10, duration: 1, pipelining: 1, rate: 0, workers: 0 },
    environment: { ...environment(), loadAverage: saved.environment.loadAverage }
  })
  t.strictSame(targets.map(({ name }) => name), ['slow', 'baseline'])
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
  t.equal(stdout, printed(SAVED, 'from', 'saved.json'))
  t.strictSame(project.results(), [])
})

t.test('JSON prints one document and nothing else', async (t) => {
  const { code, stdout, stderr } = await withSaved(t).run(['compare.js', '--json'], { FROM: 'saved.json' })
  t.equal(code, 0)
  t.equal(stderr, '')
  const { targets, ...header } = SAVED
  const [head, analysis] = [{ ...header, file: 'saved.json' }, analyzeComparison(SAVED)]
  t.strictSame(JSON.parse(stdout), { ...head, ...analysis, gates: [] })
  const gated = await withSaved(t).run(['compare.js', '--json'], { FROM: 'saved.json', MAX_LOSS: '5', MIN_RATIO: '3' })
  t.equal(gated.code, 3)
  const gates = judgeGates(analysis, { maxLoss: 5, minRatio: 3 })
  t.strictSame(JSON.parse(gated.stdout), { ...head, ...analysis, gates })
})

t.test('MIN_RATIO and MAX_LOSS are gates on the interval by CPU time', async (t) => {
  const project = withSaved(t)
  const judge = (limits) => project.run(['compare.js'], { FROM: 'saved.json', ...limits })
  const passed = await judge({ MIN_RATIO: '1.9', MAX_LOSS: '5' })
  t.strictSame([passed.code, passed.stderr], [0, ''])
  t.equal(passed.stdout, printed(SAVED, 'from', 'saved.json', { minRatio: 1.9, maxLoss: 5 }))
  const missed = await project.run(['compare.js', '--min-ratio', '2'], { FROM: 'saved.json' })
  t.strictSame([missed.code, missed.stderr], [3, 'compare: MIN_RATIO=2 not met: lower bound 1.93 ×\n'])
  t.equal(missed.stdout, printed(SAVED, 'from', 'saved.json', { minRatio: 2 }), 'the table is there all the same')
})

t.test('what cannot be compared', async (t) => {
  const project = copyProject(t, { 'result.json': '{"schema": 2,"target":"slow"}' })
  const unknown = 'Unknown target "fats". Did you mean fast? Or give a file or a command: APP=../shop/server.js'
  const noComparison = 'this is not a comparison: give a file that make compare saved, results/…-compare-….json'
  const mistakes = [
    [{ A: 'fats' }, 2, unknown],
    [{ RUNS: '5' }, 2, 'RUNS must be even, because a block has two runs of each target: use 6'],
    [{ MIN_RATIO: 'three' }, 2, 'MIN_RATIO must be a number from 0 to 1000000, not "three"'],
    [{ MAX_LOSS: '81' }, 2, 'MAX_LOSS must be a number from 0 to 80, not "81"'],
    [{ FROM: 'nowhere.json' }, 1,
      "no result in nowhere.json: ENOENT: no such file or directory, open 'nowhere.json'"],
    [{ FROM: 'result.json' }, 1, noComparison]
  ]
  for (const [env, code, message] of mistakes) {
    t.strictSame(await project.run(['compare.js'], env),
      { code, signal: null, stdout: '', stderr: `compare: ${message}\n` })
  }
  t.strictSame(project.results(), [])
})

t.test('Ctrl-C leaves nothing', { skip: noSignals }, async (t) => {
  const project = copyProject(t, observedStage('optimized'))
  const { child, outcome } = project.start(['compare.js'], { RUNS: '6', DURATION: '1', WARMUP: '0', CONNECTIONS: '1' })
  await untilRequested(project, 'optimized') // the second of a pair: one run is complete
  child.kill('SIGINT')
  t.strictSame(await outcome, { code: 130, signal: null, stdout: '', stderr: 'compare: interrupted\n' })
  t.strictSame(project.results(), [])
})
