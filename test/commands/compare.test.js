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

/** What compare prints of a comparison that it has saved, or read from a file. */
function printed (comparison, line, limits = {}) {
  const analysis = analyzeComparison(comparison)
  const gates = judgeGates(analysis, limits)
  const table = comparisonTable(comparison, analysis, gates, (style, text) => text)
  return `${table}\n${line}\n`
}

t.test('compare measures in turns, judges, prints and saves', async (t) => {
  const server = "require('node:http').createServer((req, res) => res.end()).listen()"
  const project = copyProject(t, { 'x/shop.js': server, 'y/shop.js': server })
  const settings = { RUNS: '2', DURATION: '1', CONNECTIONS: '10' }
  const args = ['--a', path.join(project.folder, 'x/shop.js')]
  args.push('--b', path.join(project.folder, 'y/shop.js'))
  const { code, stdout, stderr } = await project.run(['compare.js', ...args], settings)
  t.strictSame([code, stderr], [0, ''])
  const [name, ...more] = project.results()
  t.match(name, /^\d{4}-\d\d-\d\dT[\d-]+Z-compare-shop-shop-b\.json$/, 'B is told apart')
  t.strictSame(more, [], 'one file')
  const file = path.join('results', name)
  const saved = JSON.parse(fs.readFileSync(path.join(project.folder, file)))
  t.equal(stdout, printed(saved, `saved       ${file}`))
  t.strictSame(saved.settings, { runs: 2, connections: 10, duration: 1 })
  const runs = saved.targets.flatMap(({ runs }) => runs)
  t.strictSame(runs.map(({ target }) => target), ['shop', 'shop', 'shop-b', 'shop-b'])
  t.equal(new Set(runs.map(({ load }) => load.url)).size, 4, 'each in a fresh process')
})

t.test('FROM judges a saved comparison; a gate that closes is exit code 3', async (t) => {
  const files = { [FROM]: JSON.stringify(SAVED), 'other.json': '{"schema": 2}' }
  const project = copyProject(t, files)
  const passed = await project.run(['compare.js'], { FROM, MIN_RATIO: '1.9', MAX_LOSS: '5' })
  t.strictSame([passed.code, passed.stderr], [0, ''])
  const missed = await project.run(['compare.js', '--min-ratio', '2'], { FROM, A: 'nobody' })
  t.strictSame([missed.code, missed.stderr],
    [3, 'compare: MIN_RATIO=2 not met: lower bound 1.98 ×\n'])
  t.equal(missed.stdout, printed(SAVED, `from        ${FROM}`, { minRatio: 2 }))
  const json = await project.run(['compare.js', '--json'], { FROM, MAX_LOSS: '5', MIN_RATIO: '3' })
  t.equal(json.code, 3)
  const { targets, ...header } = SAVED
  const analysis = analyzeComparison(SAVED)
  const gates = judgeGates(analysis, { maxLoss: 5, minRatio: 3 })
  t.strictSame(JSON.parse(json.stdout), { ...header, file: FROM, ...analysis, gates })
  const other = await project.run(['compare.js'], { FROM: 'other.json' })
  t.strictSame([other.code, other.stdout], [1, ''])
  t.match(other.stderr, /^compare: this is not a comparison: /)
  t.strictSame(project.results(), [])
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
