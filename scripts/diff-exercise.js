'use strict'

// make diff-exercise: shows what the exercise changes in slow.

require('./lib/cli/preconditions')
const { command } = require('./lib/cli/command')
const { exerciseDiff } = require('./lib/workshop/exercise')

const COLOURS = /** @type {Record<string, string|undefined>} */ ({ '+': 'green', '-': 'red', '@': 'cyan' })

command({ summary: 'Shows what exercise/ changes in slow.' }, ({ paint }) => {
  const lines = exerciseDiff().trimEnd().split('\n').map((line) => {
    const colour = COLOURS[line[0]]
    return colour ? paint(colour, line) : line
  })
  console.log(lines.join('\n') || 'exercise/ is still the same as slow')
})
