'use strict'

const path = require('node:path')
const t = require('tap')
const { middleRun, recorded, SERIES } = require('../../docs/tools/recorded')
const { predictAnswers } = require('../../scripts/lib/compare/growth')
const { copyProject } = require('../helpers/project')

t.test('growth of slow: a short run prints what it saves', async (t) => {
  const project = copyProject(t)
  const { code, stdout, stderr } = await project.run(['growth.js', '--duration=2', '--max=300',
    '--statistics'])
  t.strictSame([code, stderr], [0, ''])
  const [name] = project.results()
  t.match(name, /^\d{4}-\d\d-\d\dT[\d-]+Z-growth-slow\.json$/)
  const growth = JSON.parse(project.read(path.join('results', name)))
  t.match(stdout, /^slow: one request after another on one connection[^│]*\nverdict [^]*\nR² /)
  t.ok(stdout.endsWith(`\nsaved       ${path.join('results', name)}\n`))
  t.strictSame(growth.settings, { duration: 2, max: 300 })
})

t.test('the growth that was recorded of slow predicts how many requests it answers', async (t) => {
  const { load, requests } = middleRun(recorded(SERIES), 'slow')
  const predicted = predictAnswers(middleRun(recorded('growth'), 'slow'), load.duration)
  t.ok(Math.abs(predicted / requests.total - 1) < 0.25, `${predicted}, ${requests.total}`)
})
