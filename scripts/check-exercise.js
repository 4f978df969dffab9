'use strict'

require('./lib/base/preconditions')
const { command } = require('./lib/base/command')
const { FindingError } = require('./lib/base/errors')
const { findTarget } = require('./lib/measure/targets')
const { terminalWidth, wrapText } = require('./lib/present/table')
const { exerciseGoals } = require('./lib/workshop/exercise-goals')
const { visitExercise } = require('./lib/workshop/exercise-visit')

const goals = exerciseGoals.map(({ goal }) => `  ${goal}`).join('\n')

/** @param {string} text @returns {string} in lines that fit the terminal */
function indent (text) {
  return wrapText(text, terminalWidth() - 2).join('\n  ')
}

command({
  summary: 'Checks exercise/, says what is wrong with each goal that is not met, ' +
    `and gives a hint:\n\n${goals}`
}, async ({ signal, paint }) => {
  const targets = { target: findTarget('exercise'), slow: findTarget('slow') }
  const observation = await visitExercise(targets.target, signal)
  let unmet = 0
  for (const { goal, hint, findFault } of exerciseGoals) {
    const fault = await findFault(observation, { ...targets, signal })
    console.log(`${fault ? paint('red', '✗') : paint('green', '✓')} ${goal}`)
    if (!fault) continue
    unmet++
    console.log(`  ${indent(fault)}\n  ${paint('dim', indent(`hint: ${hint}`))}`)
  }
  if (unmet) throw new FindingError(`${unmet} of ${exerciseGoals.length} goals are not met`)
  console.log('\nAll goals are met. Compare your solution with ours: ' +
    'make diff A=exercise B=optimized')
})
