'use strict'

// Chapter 1's rule for the commands without make: what it yields runs, on every system.

const t = require('tap')
const { runProcess } = require('../../scripts/lib/server/run-process')
const { cleanEnvironment, copyProject, readText } = require('../helpers/project')

const FORMS = [
  'bench -- slow --duration 1',
  'trace -- slow',
  'exercise -- --step fix --force',
  'case --'
]

t.test('the chapter names a form, and each runs', async (t) => {
  const chapter = readText('docs/workshop/01-set-up.md')
  t.match(chapter, /npm run bench -- slow --duration 5\b/)
  const { folder } = copyProject(t)
  for (const form of FORMS) {
    const options = { cwd: folder, env: cleanEnvironment(), shell: true }
    await t.resolves(runProcess([`npm run --silent ${form}`], options), form)
  }
})
