'use strict'

// make check-exercise: how far the exercise has come.

require('./lib/cli/node-version')
const { exerciseChecks } = require('./lib/workshop/exercise-checks')
const { command } = require('./lib/cli/command')
const { findTarget } = require('./lib/measure/targets')
const { UserError } = require('./lib/cli/errors')
const { painter } = require('./lib/cli/terminal')

command({
  usage: 'check-exercise.js',
  summary: `Checks exercise/ and gives a hint for each goal not reached yet:\n\n${exerciseChecks.map(({ goal }) => `  ${goal}`).join('\n')}`
}, async ({ signal }) => {
  const paint = painter(process.stdout)
  const target = findTarget('exercise')
  let left = 0
  for (const { goal, hint, passes } of exerciseChecks) {
    const found = await passes(target, { slow: findTarget('slow'), signal })
    if (found === true) {
      console.log(`${paint('green', '✓')} ${goal}`)
      continue
    }
    left++
    console.log(`${paint('red', '✗')} ${goal}${found ? ` (${found})` : ''}\n  ${paint('dim', `hint: ${hint}`)}`)
  }
  if (left) throw new UserError(`${left} of ${exerciseChecks.length} goals left`)
  console.log('\nAll goals reached. Compare with ours: diff exercise optimized')
})
