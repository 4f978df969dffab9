'use strict'

require('./lib/cli/preconditions')
const { command } = require('./lib/cli/command')
const { choice, yesNo } = require('./lib/cli/flags')
const { createExercise, stepNames } = require('./lib/exercise/exercise')

const STEPS = stepNames()

command({
  summary: 'Copies slow to exercise/, for you to find the fault and fix it.',
  flags: {
    step: choice(STEPS, `apply one step: ${STEPS.join(', ')}`),
    force: yesNo('keep an existing one as exercise.1/ and make a fresh copy')
  }
}, ({ values: { step, force } }) => {
  createExercise({ step, force }, (kept) => console.log(`Your work is kept in ${kept}/.\n`))
  console.log(`exercise/ is ${step ? `slow with the step "${step}"` : 'a copy of slow'}. Next:
  make bench-exercise   how fast it is
  make flame-exercise   where the time goes
  make diff-exercise    what you have changed
  make check-exercise   what is left to do`)
})
