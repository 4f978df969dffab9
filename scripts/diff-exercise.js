'use strict'

require('./lib/cli/preconditions')
const { command } = require('./lib/cli/command')
const { colourDiff } = require('./lib/present/diff')
const { exerciseDiff } = require('./lib/workshop/exercise')

command({ summary: 'Shows what you have changed in exercise/.' }, ({ paint }) =>
  console.log(colourDiff(exerciseDiff().trimEnd(), paint) || 'exercise/ is still as it was'))
