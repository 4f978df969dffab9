'use strict'

// make check-exercise: tells which goals of the exercise are met.

require('./lib/cli/preconditions')
const { command } = require('./lib/cli/command')
const { FindingError } = require('./lib/cli/errors')
const { findTarget } = require('./lib/measure/targets')
const { exerciseChecks } = require('./lib/workshop/exercise-checks')

const goals = exerciseChecks.map(({ goal }) => `  ${goal}`).join('\n')

command({
  name: 'check-exercise',
  summary: `Checks exercise/, and gives a hint for each goal that is not met:\n\n${goals}`
}, async ({ signal, paint }) => {
  const target = findTarget('exercise')
  let unmet = 0
  for (const { goal, hint, passes } of exerciseChecks) {
    const found = await passes(target, { slow: findTarget('slow'), signal })
    if (found === true) {
      console.log(`${paint('green', '✓')} ${goal}`)
      continue
    }
    unmet++
    console.log(`${paint('red', '✗')} ${goal}${found ? ` (${found})` : ''}\n  ${paint('dim', `hint: ${hint}`)}`)
  }
  if (unmet) throw new FindingError(`${unmet} of ${exerciseChecks.length} goals are not met`)
  console.log('\nAll goals are met. Compare your solution with ours: diff exercise optimized')
})
