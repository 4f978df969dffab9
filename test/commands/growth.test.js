'use strict'

const path = require('node:path')
const t = require('tap')
const { recorded, recordedRun } = require('../../docs/tools/recorded')
const { predictAnswers } = require('../../scripts/lib/compare/growth')
const { copyProject } = require('../helpers/project')

t.jobs = 2 // half of the time they wait

t.test('growth of slow: a short run prints what it saves', async (t) => {
  const project = copyProject(t)
  const { code, stdout, stderr } = await project.run(['growth.js', '--duration=2', '--max=300'])
  t.strictSame([code, stderr], [0, ''])
  const [name] = project.results()
  t.match(name, /^\d{4}-\d\d-\d\dT[\d-]+Z-growth-slow\.json$/)
  const growth = JSON.parse(project.read(path.join('results', name)))
  t.match(stdout, /^slow: one request after another on one connection[^]*\nR² /)
  t.ok(stdout.endsWith(`\nsaved       ${path.join('results', name)}\n`))
  t.strictSame(growth.settings, { duration: 2, max: 300 })
  for (const { requests, listeners } of growth.samples) {
    t.equal(listeners, requests > 10 ? requests : null, `${requests} requests, as many listeners`)
  }
})

t.test('growth of another stage stops at --max, and is saved', async (t) => {
  const project = copyProject(t)
  const args = 'growth.js optimized --json --max 100'.split(' ')
  const { stdout } = await project.run(args)
  const { file, ...growth } = JSON.parse(stdout)
  const name = path.join('results', project.results()[0])
  t.equal(file, path.join(project.folder, name))
  t.strictSame(JSON.parse(project.read(name)), growth)
  t.equal(growth.samples.at(-1).requests, 100)
})

t.test('the recorded growths: slow grows, the others do not; the prediction holds', async (t) => {
  for (const stage of ['fast', 'optimized']) {
    const [low, high] = recorded(`growth-${stage}`).fit.bInterval
    t.ok(low <= 0 && high >= 0, `${stage}: ${low} to ${high}`)
  }
  const { load, requests } = recordedRun('slow')
  const predicted = predictAnswers(recorded('growth-slow'), load.duration)
  t.ok(Math.abs(predicted / requests.total - 1) < 0.25, `${predicted}, ${requests.total}`)
})
