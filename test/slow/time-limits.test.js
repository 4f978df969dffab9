'use strict'

// The check of the exercise waits 10 s for an answer that never comes.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { copyProject } = require('../helpers/project')

t.test('an exercise that does not answer a request', { timeout: 120_000 }, async (t) => {
  const project = copyProject(t)
  await project.run(['exercise.js'])
  const util = path.join(project.folder, 'exercise/util.js')
  const code = fs.readFileSync(util, 'utf8')
  fs.writeFileSync(util, code.replace('attachAfterEvent(this)', 'return'))
  const { code: exitCode, stderr } = await project.run(['check-exercise.js'])
  t.equal(exitCode, 1)
  t.equal(stderr, 'check-exercise: exercise leaves a request without an answer: ' +
    'is next() or res.end() missing?\n')
})
