'use strict'

// make exercise: a copy of slow to work on.

require('./lib/cli/node-version')
const { command } = require('./lib/cli/command')
const { UsageError } = require('./lib/cli/errors')
const { createExercise, stepNames } = require('./lib/workshop/exercise')

command({
  usage: 'exercise.js',
  summary: 'Copies slow to exercise/, for you to find the fault and fix it.',
  flags: {
    step: { type: 'string', help: `apply one step at once: ${stepNames().join(', ')}` },
    force: { type: 'boolean', help: 'keep an existing one as exercise.1/ and make a fresh copy' }
  }
}, ({ values, operands }) => {
  if (operands.length) throw new UsageError(`unexpected "${operands[0]}": name a step as STEP=${stepNames()[0]}`)
  const kept = createExercise(values)
  if (kept) console.log(`Your work is kept in ${kept}/.\n`)
  console.log(`exercise/ is ${values.step ? `slow with the step "${values.step}"` : 'a copy of slow'}. Next:
  make bench-exercise   how fast it is
  make flame-exercise   where the time goes
  make diff-exercise    what you have changed
  make check-exercise   what is left to do`)
})
