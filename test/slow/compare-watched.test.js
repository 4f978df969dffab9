'use strict'

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { copyProject, ROOT } = require('../helpers/project')

t.test('a watched target is sampled while it runs', async (t) => {
  const baseline = fs.readFileSync(path.join(ROOT, 'scripts/lib/measure/baseline.js'), 'utf8')
  const log = `const fs = require('node:fs')
    process.on('message', () => fs.appendFileSync(__dirname + '/messages', process.pid + ' '))`
  const project = copyProject(t, { 'scripts/lib/measure/baseline.js': `${baseline}\n${log}` })
  const { code, stdout } = await project.run(['compare.js'],
    { A: 'baseline', B: 'baseline', WATCHED: '1', RUNS: '2', DURATION: '1', CONNECTIONS: '2' })
  t.equal(code, 0)

  const messages = fs.readFileSync(path.join(project.folder, 'scripts/lib/measure/messages'), 'utf8').trim().split(' ')
  const counts = [...new Set(messages)].map((pid) => messages.filter((one) => one === pid).length)
  const [a, b, nextB, nextA] = counts
  t.equal(counts.length, 4)
  t.ok(Math.max(a, nextA) < Math.min(b, nextB), `A is not sampled during its load, B is: ${counts} messages`)

  t.match(stdout, /^.*baseline → baseline-watched.*$/m)
  t.match(project.results().join(), /^[\dTZ-]+-compare-baseline-baseline-watched\.json$/)
})
