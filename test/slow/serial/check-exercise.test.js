'use strict'

// One goal of the exercise is throughput: no other test may run beside this one.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { copyProject, ROOT } = require('../../helpers/project')

const ticks = (stdout) =>
  stdout
    .split('\n')
    .filter((line) => /^[✓✗]/.test(line))
    .map((line) => line[0])
    .join('')

t.test('the check follows the work', async (t) => {
  const project = copyProject(t)
  const exercise = path.join(project.folder, 'exercise')
  const check = (env) => project.run(['check-exercise.js'], env)

  const missing = path.join(fs.realpathSync(project.folder), 'exercise/index.js')
  const { code, stdout, stderr } = await check()
  t.strictSame(
    { code, stdout, stderr },
    {
      code: 1,
      stdout: '',
      stderr: `check-exercise: there is no ${missing}: run make exercise first\n`
    }
  )

  await project.run(['exercise.js'])
  const asSlow = await check()
  t.equal(asSlow.code, 3)
  t.equal(ticks(asSlow.stdout), '✗✗✗✓✓')
  t.notMatch(asSlow.stdout, /hint/)
  t.equal(asSlow.stderr,
    'check-exercise: 3 of 5 goals are not met. HINTS=1 gives a hint for each\n')

  await project.run(['exercise.js'], { STEP: 'fix', FORCE: '1' })
  const asFast = await check()
  t.equal(asFast.code, 0)
  t.equal(ticks(asFast.stdout), '✓✓✓✓✓')
  t.match(asFast.stdout, /^gained {6}a request costs 1\/\d+/m)
  const later = await check({ GOALS: 'all', HINTS: '1' })
  t.equal(later.code, 3)
  t.equal(ticks(later.stdout), '✓✓✓✓✓✗✗✗')
  t.equal(later.stdout.match(/hint: /g).length, 3)

  for (const file of ['index.js', 'util.js']) {
    fs.copyFileSync(path.join(ROOT, 'optimized', file), path.join(exercise, file))
  }
  const asOptimized = await check({ GOALS: 'all' })
  t.equal(ticks(asOptimized.stdout), '✓✓✓✓✓✓✓✓')
  t.equal(asOptimized.code, 0)
})
