'use strict'

// One goal of the exercise is throughput: no other test may run beside this one.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { copyProject, ROOT } = require('../../helpers/project')

t.test('the check follows the work', async (t) => {
  const { folder, run } = copyProject(t)
  const exercise = path.join(folder, 'exercise')
  async function check (...args) {
    const { code, stdout, stderr } = await run(['check-exercise.js', ...args])
    return { code, stdout, stderr, ticks: stdout.match(/^[✓✗]/gm)?.join('') }
  }

  const { code, stderr } = await check()
  t.equal(code, 1)
  const missing = path.join(fs.realpathSync(folder), 'exercise/index.js')
  t.equal(stderr, `check-exercise: there is no ${missing}: run make exercise first\n`)

  await run(['exercise.js'])
  const asSlow = await check()
  t.equal(asSlow.code, 3)
  t.equal(asSlow.ticks, '✗✗✗✓✓✓✓')
  t.notMatch(asSlow.stdout, /hint/)
  t.equal(asSlow.stderr,
    'check-exercise: 3 of 7 goals are not met. HINTS=1 gives a hint for each\n')

  await run(['exercise.js', '--step=fix', '--force'])
  const later = await check('--goals=all', '--hints')
  t.equal(later.code, 3)
  t.equal(later.ticks, '✓✓✓✓✓✓✓✗✗✗')
  t.equal(later.stdout.match(/hint: /g).length, 3)

  for (const file of ['index.js', 'util.js']) {
    fs.copyFileSync(path.join(ROOT, 'optimized', file), path.join(exercise, file))
  }
  const asOptimized = await check('--goals=all')
  t.equal(asOptimized.ticks, '✓✓✓✓✓✓✓✓✓✓')
  t.match(asOptimized.stdout, /^gained {6}a request costs 1\/\d+/m)
  t.equal(asOptimized.code, 0)
})
