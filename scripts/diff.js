'use strict'

// make diff-exercise: what the exercise has changed in slow.

require('./lib/node-version')
const { command } = require('./lib/command')
const { difference } = require('./lib/exercise')
const { painter } = require('./lib/terminal')

const COLOURS = { '+': 'green', '-': 'red', '@': 'cyan' }

command({ usage: 'diff.js', summary: 'Shows what exercise/ has changed in slow.' }, () => {
  const paint = painter(process.stdout)
  const lines = difference().trimEnd().split('\n').map((line) => COLOURS[line[0]] ? paint(COLOURS[line[0]], line) : line)
  console.log(lines.join('\n') || 'exercise/ is still the same as slow')
})
