'use strict'

const path = require('node:path')
const t = require('tap')
const { analyzeComparison, judgeGates } = require('../../scripts/lib/compare/analysis')
const { comparisonTable } = require('../../scripts/lib/show/comparison-table')
const { copyProject } = require('../helpers/project')

t.jobs = 2 // half of the time they wait

t.intercept(process.stdout, 'columns', { value: undefined }) // no terminal

t.test('compare measures in turns, judges, prints and saves', async (t) => {
  const server = `require('node:http').createServer((req, res) => {
    setTimeout(() => res.end(), 100) // leaves other tests a core
  }).listen()`
  const project = copyProject(t, { 'x/shop.js': server, 'y/shop.js': server })
  const args = ['compare.js', '--runs=3', '--duration=1', '--warmup=0', '--min-ratio=0']
  args.push('--a', path.join(project.folder, 'x/shop.js'))
  args.push('--b', path.join(project.folder, 'y/shop.js'))
  const { code, stdout, stderr } = await project.run(args)
  t.strictSame([code, stderr], [0, ''])
  const [name, ...more] = project.results()
  t.match(name, /^\d{4}-\d\d-\d\dT[\d-]+Z-compare-shop-shop-b\.json$/, 'B is told apart')
  t.strictSame(more, [], 'one file')
  const file = path.join('results', name)
  const saved = JSON.parse(project.read(file))
  const analysis = analyzeComparison(saved)
  const table = comparisonTable(saved, analysis, judgeGates(analysis, { minRatio: 0 }))
  t.equal(stdout, `${table}\nsaved       ${file}\n`)
  t.strictSame(saved.settings, { runs: 3, connections: 100, duration: 1, warmup: 0 })
  const runs = saved.targets.flatMap(({ runs }) => runs)
  const targets = runs.map(({ target }) => target)
  t.strictSame(targets, ['shop', 'shop', 'shop', 'shop-b', 'shop-b', 'shop-b'])
  t.equal(new Set(runs.map(({ load }) => load.url)).size, 6, 'each in a fresh process')
})

t.test('a gate that closes is exit code 3; --json prints the judgement', async (t) => {
  const project = copyProject(t)
  const load = '--runs 3 --duration 1 --warmup 0 --connections 2'.split(' ')
  const args = '--max-loss 80 --min-ratio 1000 --a fast --b fast --json'.split(' ')
  const { code, stdout, stderr } = await project.run(['compare.js', ...load, ...args])
  t.equal(code, 3)
  t.match(stderr, /^compare: --min-ratio=1000 not met: lower bound \d\.\d\d ×\n$/)
  const name = path.join('results', project.results()[0])
  const { targets, ...header } = JSON.parse(project.read(name))
  const analysis = analyzeComparison({ targets, ...header })
  const gates = judgeGates(analysis, { maxLoss: 80, minRatio: 1000 })
  const file = path.join(project.folder, name)
  t.strictSame(JSON.parse(stdout), { ...header, file, ...analysis, gates })
})
