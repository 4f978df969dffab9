'use strict'

// make exercise: a copy of slow to work on.

require('./lib/cli/node-version')
const { command } = require('./lib/cli/command')
const { UsageError } = require('./lib/cli/errors')
const { createExercise, stepNames } = require('./lib/workshop/exercise')

command({
  usage: 'exercise.js',
  summary: 'Copies slow to exercise/, for you to find the fault and mend it.',
  flags: {
    step: { type: 'string', help: `take one step at once: ${stepNames().join(', ')}` },
    force: { type: 'boolean', help: 'make a fresh copy over an existing one' }
  }
}, ({ values, operands }) => {
  if (operands.length) throw new UsageError(`"${operands[0]}" is not expected here: a step is named as STEP=${stepNames()[0]}`)
  createExercise(values)
  console.log(`exercise/ is ${values.step ? `slow with the step "${values.step}"` : 'a copy of slow'}. Next:
  make bench-exercise   how fast it is
  make flame-exercise   where the time goes
  make diff-exercise    what you have changed
  make check-exercise   what is left to do`)
})
