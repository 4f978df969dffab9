'use strict'

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { judgeGates } = require('../../scripts/lib/experiments/gate')
const { analyzeComparison } = require('../../scripts/lib/experiments/analysis')
const { comparisonTable } = require('../../scripts/lib/present/comparison-table')
const { comparisonOf } = require('../helpers/comparison')
const { observedStage, untilRequested } = require('../helpers/observed-stage')
const { copyProject } = require('../helpers/project')

t.intercept(process.stdout, 'columns', { value: undefined }) // no terminal
const noSignals = process.platform === 'win32' && 'Windows has no signals to send'

/** A comparison of about 2 ×: sure to be more than 1.9, and less than 2.1. */
const SAVED = comparisonOf([100, 101, 99, 100], [200, 201, 199, 200])
const FROM = 'saved.json'
const withSaved = (t) => copyProject(t, { [FROM]: JSON.stringify(SAVED) })

/** What compare prints of a comparison that it has saved, or read from a file. */
function printed (comparison, line, limits = {}) {
  const analysis = analyzeComparison(comparison)
  const gates = judgeGates(analysis, limits)
  const table = comparisonTable(comparison, analysis, gates, (style, text) => text)
  return `${table}\n${line}\n`
}

t.test('compare measures in turns, judges, prints and saves', async (t) => {
  const project = copyProject(t)
  const env = { A: 'slow', B: 'baseline', RUNS: '2', DURATION: '1', CONNECTIONS: '10' }
  const { code, stdout, stderr } = await project.run(['compare.js'], env)
  t.strictSame([code, stderr], [0, ''])
  const [name, ...more] = project.results()
  t.match(name, /^\d{4}-\d\d-\d\dT[\d-]+Z-compare-slow-baseline\.json$/)
  t.strictSame(more, [], 'one file')
  const file = path.join('results', name)
  const saved = JSON.parse(fs.readFileSync(path.join(project.folder, file)))
  t.equal(stdout, printed(saved, `saved       ${file}`))
  t.strictSame(saved.settings,
    { runs: 2, connections: 10, duration: 1, rate: 0 })
  const runs = saved.targets.flatMap(({ runs }) => runs)
  t.strictSame(runs.map(({ target }) => target), ['slow', 'slow', 'baseline', 'baseline'])
  t.equal(new Set(runs.map(({ load }) => load.url)).size, 4, 'each in a fresh process')
})

t.test('FROM judges a saved comparison without running; JSON prints nothing else', async (t) => {
  const project = withSaved(t)
  const { code, stdout } = await project.run(['compare.js'], { FROM, A: 'nobody' })
  t.equal(code, 0)
  t.equal(stdout, printed(SAVED, `from        ${FROM}`))
  t.strictSame(project.results(), [])

  const limits = { MAX_LOSS: '5', MIN_RATIO: '3' }
  const json = await project.run(['compare.js', '--json'], { FROM, ...limits })
  t.equal(json.code, 3)
  const { targets, ...header } = SAVED
  const analysis = analyzeComparison(SAVED)
  const gates = judgeGates(analysis, { maxLoss: 5, minRatio: 3 })
  t.strictSame(JSON.parse(json.stdout), { ...header, file: FROM, ...analysis, gates })
})

t.test('MIN_RATIO and MAX_LOSS are gates on the interval by CPU time', async (t) => {
  const project = withSaved(t)
  const limits = { MIN_RATIO: '1.9', MAX_LOSS: '5' }
  const passed = await project.run(['compare.js'], { FROM, ...limits })
  t.strictSame([passed.code, passed.stderr], [0, ''])
  const missed = await project.run(['compare.js', '--min-ratio', '2'], { FROM })
  t.strictSame([missed.code, missed.stderr],
    [3, 'compare: MIN_RATIO=2 not met: lower bound 1.98 ×\n'])
  t.equal(missed.stdout, printed(SAVED, `from        ${FROM}`, { minRatio: 2 }))
})

t.test('what cannot be compared', async (t) => {
  const project = copyProject(t, { 'result.json': '{"schema": 2,"target":"slow"}' })
  const { code, stdout, stderr } = await project.run(['compare.js'], { FROM: 'result.json' })
  t.strictSame([code, stdout], [1, ''])
  t.equal(stderr, 'compare: this is not a comparison: give a file that make compare saved, ' +
    'results/…-compare-….json\n')
})

t.test('Ctrl-C leaves nothing', { skip: noSignals }, async (t) => {
  const project = copyProject(t, observedStage('optimized'))
  const env = { RUNS: '6', DURATION: '1', WARMUP: '0', CONNECTIONS: '1' }
  const { child, outcome } = project.start(['compare.js'], env)
  await untilRequested(project, 'optimized') // the second of a pair: one run is complete
  child.kill('SIGINT')
  t.strictSame(await outcome,
    { code: 130, signal: null, stdout: '', stderr: 'compare: interrupted\n' })
  t.strictSame(project.results(), [])
})
