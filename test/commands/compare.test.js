'use strict'

const path = require('node:path')
const t = require('tap')
const { resultOf } = require('../helpers/made-up')
const { copyProject } = require('../helpers/project')

t.test('compare measures in turns, judges, prints and saves', async (t) => {
  const server = `require('node:http').createServer((req, res) => {
    setTimeout(() => res.end(), 100) // leaves other tests a core
  }).listen()`
  const project = copyProject(t, { 'x/shop.js': server, 'y/shop.js': server })
  const args = ['compare.js', '--runs=3', '--duration=1', '--warmup=0', '--min-ratio=1000']
  args.push('--a', path.join(project.folder, 'x/shop.js'))
  args.push('--b', path.join(project.folder, 'y/shop.js'))
  const { code, stdout, stderr } = await project.run(args)
  t.equal(code, 3, 'a gate is closed')
  t.match(stderr, /^compare: MIN_RATIO=1000 not met: lower bound \d\.\d\d ×\n$/)
  const [name, ...more] = project.results()
  t.match(name, /^\d{4}-\d\d-\d\dT[\d-]+Z-compare-shop-shop-b\.json$/, 'B is told apart')
  t.strictSame(more, [], 'one file')
  const file = path.join('results', name)
  t.match(stdout, /^verdict {5}[^]+\n│ A shop +│ +3 │[^]+\n│ B shop-b +│ +3 │/m)
  t.ok(stdout.endsWith(`\nsaved       ${file}\n`))
  const { settings, targets } = JSON.parse(project.read(file))
  t.strictSame(settings, { runs: 3, connections: 100, duration: 1, warmup: 0 })
  const runs = targets.flatMap(({ runs }) => runs)
  t.strictSame(runs.map(({ target }) => target),
    ['shop', 'shop', 'shop', 'shop-b', 'shop-b', 'shop-b'])
  t.equal(new Set(runs.map(({ load }) => load.url)).size, 6, 'each in a fresh process')
})

t.test('--json prints the judgement, with the name of the saved file', async (t) => {
  const runs = ['fast', 'optimized'].map((name) => ({ name, runs: [resultOf(name, 1)] }))
  const series = JSON.stringify({ schema: 2, startedAt: 'now', targets: runs })
  const project = copyProject(t, {
    'scripts/lib/compare/series.js': `exports.measureSeries = async () => (${series})`
  })
  const { code, stdout } = await project.run(['compare.js', '--json', '--max-loss=80'])
  const { file, targets, a, b, gates } = JSON.parse(stdout)
  t.equal(file, path.join(project.folder, 'results', project.results()[0]))
  t.strictSame([a.name, b.name, gates.length], ['fast', 'optimized', 1])
  t.strictSame([code, targets], [0, undefined])
})
