'use strict'

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { exerciseChecks } = require('../../scripts/lib/workshop/exercise-checks')
const { applyStep, stepNames } = require('../../scripts/lib/workshop/exercise')
const { PROFILES } = require('../../scripts/lib/profiling/store')
const { copyProject, ROOT } = require('../helpers/project')

const read = (folder, file) => fs.readFileSync(path.join(folder, file), 'utf8')

t.test('slow with the step "fix" is fast, to the byte', async (t) => {
  t.equal(applyStep(read(ROOT, 'slow/util.js'), 'fix'), read(ROOT, 'fast/util.js'))
})

t.test('every step fits, and is code', async (t) => {
  t.strictSame(stepNames(), ['fix', 'naive', 'noop', 'unmute'])
  for (const step of stepNames()) t.doesNotThrow(() => new Function(applyStep(read(ROOT, 'slow/util.js'), step)), step) // eslint-disable-line no-new-func
  t.notMatch(applyStep(read(ROOT, 'slow/util.js'), 'unmute'), 'defaultMaxListeners')
})

t.test('the exercise is a copy of slow, and never written over', async (t) => {
  const project = copyProject(t)
  const util = path.join(project.folder, 'exercise/util.js')
  t.equal((await project.run(['exercise.js'])).code, 0)
  t.equal(read(project.folder, 'exercise/util.js'), read(ROOT, 'slow/util.js'))
  t.equal(read(project.folder, 'exercise/index.js'), read(ROOT, 'slow/index.js'))
  t.equal((await project.run(['diff-exercise.js'])).stdout, 'exercise/ is still the same as slow\n')

  fs.appendFileSync(util, '// my work\n')
  const refused = await project.run(['exercise.js'])
  t.equal(refused.code, 1)
  t.match(refused.stderr, /^exercise: there is an exercise\/ already.*FORCE=1.*\n$/)
  t.match((await project.run(['diff-exercise.js'])).stdout, /^--- slow\/util\.js\n\+\+\+ exercise\/util\.js\n[^]*\n\+\/\/ my work\n$/)

  t.equal((await project.run(['exercise.js'], { STEP: 'nope', FORCE: '1' })).code, 2)
  t.match(fs.readFileSync(util, 'utf8'), 'my work', 'a mistake costs nothing')
  t.equal((await project.run(['exercise.js'], { STEP: 'fix', FORCE: '1' })).code, 0)
  t.equal(fs.readFileSync(util, 'utf8'), read(ROOT, 'fast/util.js'))
})

t.test('naive 304 support, whose tag stays while the body changes, is found', async (t) => {
  const folder = path.join(PROFILES, 'naive') // within the project, where restify is found
  t.teardown(() => fs.rmSync(folder, { recursive: true, force: true }))
  fs.cpSync(path.join(ROOT, 'optimized'), folder, { recursive: true })
  const file = path.join(folder, 'index.js')
  fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace('`"${content.id}-${ts}"`', '`"${content.id}"`')) // eslint-disable-line no-template-curly-in-string
  const passes = (file) => exerciseChecks.at(-1).passes({ name: 'naive', file }, {})
  t.equal(await passes(file), false)
  t.equal(await passes(path.join(ROOT, 'optimized/index.js')), true)
})

t.test('an exercise that breaks is told so', async (t) => {
  const project = copyProject(t)
  await project.run(['exercise.js'])
  const util = path.join(project.folder, 'exercise/util.js')
  const broken = (code) => fs.writeFileSync(util, read(ROOT, 'slow/util.js').replace('attachAfterEvent(this)', code))

  broken("throw new Error('my mistake')")
  t.match(await project.run(['check-exercise.js']), { code: 1, stderr: /^check-exercise: exercise died [^]*Error: my mistake/ })

  broken('return')
  t.match(await project.run(['check-exercise.js']), { code: 1, stderr: /^check-exercise: exercise leaves a request without an answer/ })
})
