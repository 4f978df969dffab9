'use strict'

const path = require('node:path')
const t = require('tap')
const { copyProject } = require('../helpers/project')

t.test('compare measures in turns, judges, prints and saves', async (t) => {
  const server = `require('node:http').createServer((req, res) => {
    setTimeout(() => res.end(), 100) // leaves other tests a core
  }).listen()`
  const project = copyProject(t, { 'x/shop.js': server, 'y/shop.js': server })
  const args = ['compare.js', '--json', '--runs=3', '--duration=1', '--connections=9']
  args.push('--warmup=0', '--min-ratio=1000')
  for (const [side, folder] of [['a', 'x'], ['b', 'y']]) {
    args.push(`--${side}`, path.join(project.folder, folder, 'shop.js'))
  }
  const { code, stdout, stderr } = await project.run(args)
  t.equal(code, 3, 'a gate is closed')
  t.match(stderr, /^compare: MIN_RATIO=1000 not met: lower bound \d\.\d\d ×\n$/)
  const { file, targets: runsOf, a, b, gates } = JSON.parse(stdout)
  t.strictSame([a.name, b.name, gates.length, runsOf], ['shop', 'shop-b', 1, undefined])
  const [name, ...more] = project.results()
  t.match(name, /^\d{4}-\d\d-\d\dT[\d-]+Z-compare-shop-shop-b\.json$/, 'B is told apart')
  t.strictSame([file, more], [path.join(project.folder, 'results', name), []], 'one file')
  const { settings, targets } = JSON.parse(project.read(path.join('results', name)))
  t.strictSame(settings, { runs: 3, connections: 9, duration: 1, warmup: 0 })
  const runs = targets.flatMap(({ runs }) => runs)
  t.strictSame(runs.map(({ target }) => target),
    ['shop', 'shop', 'shop', 'shop-b', 'shop-b', 'shop-b'])
  t.equal(new Set(runs.map(({ load }) => load.url)).size, 6, 'each in a fresh process')
})
