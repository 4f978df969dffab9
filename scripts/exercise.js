'use strict'

require('./lib/cli/preconditions')
const fs = require('node:fs')
const { command } = require('./lib/cli/command')
const { UserError } = require('./lib/cli/errors')
const { choice, yesNo } = require('./lib/cli/flags')
const {
  changeNames,
  makeExercise,
  optimisationNames,
  versionOf,
  EXERCISE
} = require('./lib/exercise/exercise')

const OF_FAST = optimisationNames()
const OF_SLOW = changeNames()
const HELP = `slow with one change: ${OF_SLOW.join(', ')};\n` +
  `or fast with the changes up to this one:\n${OF_FAST.join(', ')}`

command({
  summary: 'Copies slow to exercise/, for you to find the fault and fix it.',
  flags: {
    step: choice([...OF_SLOW, ...OF_FAST], HELP),
    force: yesNo('keep an existing one as exercise.1/ and make a fresh copy')
  }
}, ({ values: { step, force } }) => {
  if (fs.existsSync(EXERCISE) && !force) {
    const problem = 'exercise/ exists, and your work may be in it'
    throw new UserError(`${problem}: FORCE=1 keeps it and makes a fresh copy`)
  }
  const kept = makeExercise(step ? versionOf(step) : { from: 'slow', patches: [] })
  if (kept) console.log(`Your work is kept in ${kept}/.\n`)
  let what = 'a copy of slow'
  if (step) what = `slow with the step "${step}"`
  if (step && OF_FAST.includes(step)) what = `fast with the changes up to "${step}"`
  console.log(`exercise/ is ${what}. Next:
  make bench-exercise   how fast it is
  make flame-exercise   where the time goes
  make diff-exercise    what you have changed
  make check-exercise   what is left to do`)
})
