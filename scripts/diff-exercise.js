'use strict'

require('./lib/cli/preconditions')
const { command } = require('./lib/cli/command')
const { exerciseDiff } = require('./lib/workshop/exercise')

/** @type {Record<string, string>} */
const COLOURS = { '+': 'green', '-': 'red', '@': 'cyan' }

command({ summary: 'Shows what you have changed in exercise/.' }, ({ paint }) => {
  const diff = exerciseDiff().trimEnd().replace(/^[+@-].*/gm, (line) => paint(COLOURS[line[0]], line))
  console.log(diff || 'exercise/ is still as it was')
})
