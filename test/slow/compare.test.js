'use strict'

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { copyProject, ROOT } = require('../helpers/project')

t.test('a watched target is sampled while it runs', async (t) => {
  const sampler = fs.readFileSync(path.join(ROOT, 'scripts/lib/preload/sampler.js'), 'utf8')
  const log = `for (const [request, answer] of Object.entries(module.exports)) {
    module.exports[request] = () => {
      require('node:fs').appendFileSync(__dirname + '/requests', process.pid + ' ')
      return answer()
    }
  }`
  const project = copyProject(t, { 'scripts/lib/preload/sampler.js': `${sampler}\n${log}` })
  const { code, stdout } = await project.run(['compare.js'],
    { A: 'baseline', B: 'baseline', WATCHED: '1', RUNS: '2', DURATION: '1', CONNECTIONS: '2' })
  t.equal(code, 0)

  const requests = fs.readFileSync(path.join(project.folder, 'scripts/lib/preload/requests'), 'utf8').trim().split(' ')
  const counts = [...new Set(requests)].map((pid) => requests.filter((one) => one === pid).length)
  const [a, b, nextB, nextA] = counts
  t.equal(counts.length, 4)
  t.ok(Math.max(a, nextA) < Math.min(b, nextB), `A is not sampled during its load, B is: ${counts} requests`)

  t.match(stdout, /^.*baseline → baseline-watched.*$/m)
  t.match(project.results().join(), /^[\dTZ-]+-compare-baseline-baseline-watched\.json$/)
})

t.test('a recorded comparison with other connections has a file of its own', async (t) => {
  const project = copyProject(t)
  const recorded = () =>
    fs.readdirSync(path.join(project.folder, 'docs/results')).filter((name) => /^compare-base/.test(name))
  const settings = { A: 'baseline', B: 'baseline', RUNS: '2', DURATION: '1', WARMUP: '0', RECORD: '1' }
  t.equal((await project.run(['compare.js'], { ...settings, CONNECTIONS: '2' })).code, 0)
  t.strictSame(recorded(), ['compare-baseline-baseline-connections-2.json'])
  t.equal((await project.run(['compare.js'], { ...settings, CONNECTIONS: '100' })).code, 0)
  t.strictSame(recorded(), ['compare-baseline-baseline-connections-2.json', 'compare-baseline-baseline.json'])
})
