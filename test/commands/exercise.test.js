'use strict'

const fs = require('node:fs')
const path = require('node:path')
const vm = require('node:vm')
const t = require('tap')
const { applyStep, stepNames } = require('../../scripts/lib/workshop/exercise')
const { copyProject, ROOT } = require('../helpers/project')

const read = (folder, file) => fs.readFileSync(path.join(folder, file), 'utf8')

t.test('slow with the step "fix" is fast, to the byte', async (t) => {
  t.equal(applyStep(read(ROOT, 'slow/util.js'), 'fix'), read(ROOT, 'fast/util.js'))
})

t.test('every step fits, and is code', async (t) => {
  t.strictSame(stepNames(), ['fix', 'naive', 'noop', 'unmute'])
  for (const step of stepNames()) {
    t.doesNotThrow(() => new vm.Script(applyStep(read(ROOT, 'slow/util.js'), step)), step)
  }
  t.notMatch(applyStep(read(ROOT, 'slow/util.js'), 'unmute'), 'defaultMaxListeners')
})

t.test('the exercise is a copy of slow, and work on it is never lost', async (t) => {
  const project = copyProject(t)
  const util = path.join(project.folder, 'exercise/util.js')
  t.equal((await project.run(['exercise.js'])).code, 0)
  t.equal(read(project.folder, 'exercise/util.js'), read(ROOT, 'slow/util.js'))
  t.equal(read(project.folder, 'exercise/index.js'), read(ROOT, 'slow/index.js'))
  t.equal((await project.run(['diff-exercise.js'])).stdout, 'exercise/ is still the same as slow\n')

  fs.appendFileSync(util, '// my work\n')
  const refused = await project.run(['exercise.js'])
  t.equal(refused.code, 1)
  t.match(refused.stderr, /^exercise: exercise\/ exists.*FORCE=1.*\n$/)
  const { stdout } = await project.run(['diff-exercise.js'])
  t.match(stdout, /^--- slow\/util\.js\n\+\+\+ exercise\/util\.js\n[^]*\n\+\/\/ my work\n$/)

  t.equal((await project.run(['exercise.js'], { STEP: 'nope', FORCE: '1' })).code, 2)
  t.match(fs.readFileSync(util, 'utf8'), 'my work', 'a mistake costs nothing')
  const fixed = await project.run(['exercise.js'], { STEP: 'fix', FORCE: '1' })
  t.match(fixed, { code: 0, stdout: /^Your work is kept in exercise\.1\/\./ })
  t.equal(fs.readFileSync(util, 'utf8'), read(ROOT, 'fast/util.js'))
  t.match(read(project.folder, 'exercise.1/util.js'), /\/\/ my work\n$/)

  t.match((await project.run(['exercise.js'], { FORCE: '1' })).stdout, /^Your work is kept in exercise\.2\/\./)
  t.equal(read(project.folder, 'exercise.2/util.js'), read(ROOT, 'fast/util.js'))
  t.match(read(project.folder, 'exercise.1/util.js'), /\/\/ my work\n$/)
})

t.test('an exercise without one of its files is no ENOENT', async (t) => {
  const project = copyProject(t)
  await project.run(['exercise.js'])
  for (const file of ['util.js', 'index.js']) {
    fs.rmSync(path.join(project.folder, 'exercise', file))
    const { code, stderr } = await project.run(['diff-exercise.js'])
    t.equal(code, 1)
    t.equal(stderr, `diff-exercise: exercise/${file} is missing: start again from cp slow/${file} exercise/\n`)
    fs.copyFileSync(path.join(project.folder, 'slow', file), path.join(project.folder, 'exercise', file))
  }
})

t.test('an exercise that breaks is told so', async (t) => {
  const project = copyProject(t)
  await project.run(['exercise.js'])
  const util = path.join(project.folder, 'exercise/util.js')
  const source = read(ROOT, 'slow/util.js')
  fs.writeFileSync(util, source.replace('attachAfterEvent(this)', "throw new Error('my mistake')"))
  t.match(await project.run(['check-exercise.js']),
    { code: 1, stderr: /^check-exercise: exercise died [^]*Error: my mistake/ })
})
