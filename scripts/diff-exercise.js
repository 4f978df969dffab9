'use strict'

// make diff-exercise: what the exercise has changed in slow.

require('./lib/cli/node-version')
const { command } = require('./lib/cli/command')
const { exerciseDiff } = require('./lib/workshop/exercise')
const { painter } = require('./lib/cli/terminal')

/** @type {Record<string, 'green'|'red'|'cyan'>} */
const COLOURS = { '+': 'green', '-': 'red', '@': 'cyan' }

command({ usage: 'diff-exercise.js', summary: 'Shows what exercise/ has changed in slow.' }, () => {
  const paint = painter(process.stdout)
  const lines = exerciseDiff().trimEnd().split('\n')
    .map((line) => COLOURS[line[0]] ? paint(COLOURS[line[0]], line) : line)
  console.log(lines.join('\n') || 'exercise/ is still the same as slow')
})
