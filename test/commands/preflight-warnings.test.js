'use strict'

const t = require('tap')
const { preflightChecks } = require('../../scripts/lib/workshop/preflight')
const { copyProject } = require('../helpers/project')

t.test('Doctor, a browser, cores and ports are optional', async (t) => {
  const optional = preflightChecks.filter(({ optional }) => optional).map(({ name }) => name)
  t.strictSame(optional, ['cores', 'port 3000', 'port 4000', 'Chromium or Chrome', 'Clinic Doctor'])
})

t.test('without Doctor\'s verdict the machine is ready, with a warning', async (t) => {
  const measured = '{ requests: { total: 1, average: 1 }, errors: 0 }'
  const project = copyProject(t, {
    'scripts/lib/measure/measure.js': `module.exports = { measure: async () => (${measured}) }`,
    'scripts/lib/profiling/doctor.js': "module.exports = { profile: async () => ({ verdict: 'unknown' }) }"
  })
  const { code, stdout } = await project.run(['preflight.js'])
  t.equal(code, 0)
  t.match(stdout, /! Clinic Doctor +unknown\n {2}\S/)
  t.match(stdout, /\nReady, with \d warnings?\.\n$/)
})
