'use strict'

require('./lib/cli/preconditions')
const fs = require('node:fs')
const { command } = require('./lib/cli/command')
const { UserError } = require('./lib/cli/errors')
const { choice, yesNo } = require('./lib/cli/flags')
const { makeExercise, stepNames, EXERCISE } = require('./lib/exercise/exercise')

const STEPS = stepNames()

command({
  summary: 'Copies slow to exercise/, for you to find the fault and fix it.',
  flags: {
    step: choice(STEPS, `apply one step: ${STEPS.join(', ')}`),
    force: yesNo('keep an existing one as exercise.1/ and make a fresh copy')
  }
}, ({ values: { step, force } }) => {
  if (fs.existsSync(EXERCISE) && !force) {
    const problem = 'exercise/ exists, and your work may be in it'
    throw new UserError(`${problem}: FORCE=1 keeps it and makes a fresh copy`)
  }
  const kept = makeExercise('slow', step)
  if (kept) console.log(`Your work is kept in ${kept}/.\n`)
  console.log(`exercise/ is ${step ? `slow with the step "${step}"` : 'a copy of slow'}. Next:
  make bench-exercise   how fast it is
  make flame-exercise   where the time goes
  make diff-exercise    what you have changed
  make check-exercise   what is left to do`)
})
