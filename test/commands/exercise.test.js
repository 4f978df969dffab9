'use strict'

const fs = require('node:fs')
const path = require('node:path')
const vm = require('node:vm')
const t = require('tap')
const { copySlow, stepNames } = require('../../scripts/lib/workshop/exercise')
const { copyProject, ROOT } = require('../helpers/project')

const read = (folder, file) => fs.readFileSync(path.join(folder, file), 'utf8')

/** @returns {string} util.js of slow with the step */
function utilWith (t, step) {
  const folder = t.testdir({})
  copySlow(folder, { name: 'exercise', step })
  return read(folder, 'util.js')
}

t.test('slow with the step "fix" is fast, to the byte', async (t) => {
  t.equal(utilWith(t, 'fix'), read(ROOT, 'fast/util.js'))
})

t.test('every step fits, and is code', async (t) => {
  t.strictSame(stepNames(), ['fix', 'naive', 'noop', 'unmute'])
  for (const step of stepNames()) {
    t.doesNotThrow(() => new vm.Script(utilWith(t, step)), step)
  }
  t.notMatch(utilWith(t, 'unmute'), /defaultMaxListeners/)
})

t.test('the exercise is a copy of slow, and work on it is never lost', async (t) => {
  const project = copyProject(t)
  const util = path.join(project.folder, 'exercise/util.js')
  const next = (what) => `exercise/ is ${what}. Next:
  make bench-exercise   how fast it is
  make flame-exercise   where the time goes
  make diff-exercise    what you have changed
  make check-exercise   what is left to do\n`
  const succeeds = async (env, stdout) =>
    t.strictSame(await project.run(['exercise.js'], env), {
      code: 0,
      signal: null,
      stdout,
      stderr: ''
    })
  await succeeds({}, next('a copy of slow'))
  t.equal(read(project.folder, 'exercise/util.js'), read(ROOT, 'slow/util.js'))
  t.equal(read(project.folder, 'exercise/index.js'), read(ROOT, 'slow/index.js'))
  t.equal((await project.run(['diff.js'])).stdout, 'exercise/ is the same as before\n')

  fs.appendFileSync(util, '// my work\n')
  const { code, stderr } = await project.run(['exercise.js'])
  t.equal(code, 1)
  t.equal(
    stderr,
    'exercise: exercise/ exists, and your work may be in it: ' +
      'FORCE=1 keeps it and makes a fresh copy\n'
  )
  const { stdout } = await project.run(['diff.js'])
  t.match(stdout, /^--- slow\/util\.js\n\+\+\+ exercise\/util\.js\n@@ [^]*\n\+\/\/ my work\n$/)

  t.equal((await project.run(['exercise.js'], { STEP: 'nope', FORCE: '1' })).code, 2)
  const work = `${read(ROOT, 'slow/util.js')}// my work\n`
  t.equal(fs.readFileSync(util, 'utf8'), work, 'a mistake costs nothing')
  await succeeds({ STEP: 'fix', FORCE: '1' },
    `Your work is kept in exercise.1/.\n\n${next('slow with the step "fix"')}`)
  t.equal(fs.readFileSync(util, 'utf8'), read(ROOT, 'fast/util.js'))
  t.equal(read(project.folder, 'exercise.1/util.js'), work)

  await succeeds({ FORCE: '1' }, `Your work is kept in exercise.2/.\n\n${next('a copy of slow')}`)
  t.equal(read(project.folder, 'exercise.2/util.js'), read(ROOT, 'fast/util.js'))
  t.equal(read(project.folder, 'exercise.1/util.js'), work)
})

t.test('a step that does not fit leaves no exercise', async (t) => {
  const project = copyProject(t)
  fs.writeFileSync(path.join(project.folder, 'slow/util.js'), '// edited\n')
  const { code, stderr } = await project.run(['exercise.js'], { STEP: 'noop' })
  t.strictSame(
    { code, stderr },
    { code: 1, stderr: 'exercise: docs/steps/noop.patch does not fit slow/util.js\n' }
  )
  t.notOk(fs.existsSync(path.join(project.folder, 'exercise')))
})

t.test('an exercise without one of its files is no ENOENT', async (t) => {
  const project = copyProject(t)
  await project.run(['exercise.js'])
  for (const file of ['util.js', 'index.js']) {
    fs.rmSync(path.join(project.folder, 'exercise', file))
    const { code, stderr } = await project.run(['diff.js'])
    t.equal(code, 1)
    t.equal(stderr, `diff: exercise/${file} is missing: put it back, or start again with FORCE=1\n`)
    fs.copyFileSync(
      path.join(project.folder, 'slow', file),
      path.join(project.folder, 'exercise', file)
    )
  }
})

t.test('an exercise that breaks is told so', async (t) => {
  const project = copyProject(t)
  await project.run(['exercise.js'])
  const util = path.join(project.folder, 'exercise/util.js')
  const source = read(ROOT, 'slow/util.js')
  fs.writeFileSync(util, source.replace('attachAfterEvent(this)', "throw new Error('my mistake')"))
  const { code, stderr } = await project.run(['check-exercise.js'])
  t.equal(code, 1)
  t.match(
    stderr,
    /^check-exercise: exercise died \(exit code \d+; .*\)\. Its last [^]*\nError: my mistake\n/
  )
})
