'use strict'

// make check-exercise: which goals the exercise has reached.

require('./lib/cli/node-version')
const { exerciseGoals, observeExercise } = require('./lib/workshop/exercise-checks')
const { command } = require('./lib/cli/command')
const { findTarget } = require('./lib/measure/targets')
const { UserError } = require('./lib/cli/errors')
const { painter } = require('./lib/cli/terminal')

const GOALS = exerciseGoals.map(({ goal }) => `  ${goal}`).join('\n')

command({
  usage: 'check-exercise.js',
  summary: `Checks exercise/, says what is wrong with each goal that is not met, and gives a hint:\n\n${GOALS}`
}, async ({ signal }) => {
  const paint = painter(process.stdout)
  const target = findTarget('exercise')
  const slow = findTarget('slow')
  const observation = await observeExercise(target, signal)
  let unmet = 0
  for (const { goal, hint, findFault } of exerciseGoals) {
    const fault = await findFault(observation, { target, slow, signal })
    if (fault) unmet++
    const details = fault ? `\n  ${fault}\n  ${paint('dim', `hint: ${hint}`)}` : ''
    console.log(`${fault ? paint('red', '✗') : paint('green', '✓')} ${goal}${details}`)
  }
  if (unmet) throw new UserError(`${unmet} of ${exerciseGoals.length} goals are not met`)
  console.log('\nAll goals are met. Compare your solution with ours: diff exercise optimized')
})
