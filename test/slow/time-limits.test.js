'use strict'

// What the commands say when a server keeps them waiting: the limits are 10 s and more.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { isRunning, pidOf } = require('../helpers/observed-stage')
const { copyProject } = require('../helpers/project')

const SILENT = "require('node:fs').writeFileSync('pid', String(process.pid)); setInterval(() => {}, 1000)"

t.test('a server that never listens is given up after 10 s', { timeout: 60_000 }, async (t) => {
  const project = copyProject(t, { 'slow/index.js': SILENT })
  const { code, stderr } = await project.run(['bench.js', 'slow'])
  t.equal(code, 1)
  const advice = 'START=60 waits longer, and it printed nothing'
  t.equal(stderr, `bench: slow does not listen with Node.js after 10 s. ${advice}\n`)
  t.notOk(isRunning(pidOf(project)), 'and ended')
})

t.test('an exercise that does not answer a request', { timeout: 120_000 }, async (t) => {
  const project = copyProject(t)
  await project.run(['exercise.js'])
  const util = path.join(project.folder, 'exercise/util.js')
  fs.writeFileSync(util, fs.readFileSync(util, 'utf8').replace('attachAfterEvent(this)', 'return'))
  const { code, stderr } = await project.run(['check-exercise.js'])
  t.equal(code, 1)
  t.equal(stderr,
    'check-exercise: exercise leaves a request without an answer: is next() or res.end() missing?\n')
})
