'use strict'

// A terminal, by the command script of util-linux. It has 0 columns.

const { spawn, spawnSync } = require('node:child_process')

const isThere = spawnSync('script', ['--version']).status === 0
/** Why a test that needs a terminal is skipped. */
const noTerminal = !isThere && 'this machine has no script of util-linux'

/** Runs words of a command line in a terminal, which closes when the child is killed. */
function startInTerminal (...words) {
  const command = words.map((word) => `'${word}'`).join(' ')
  return spawn('script', ['-qefc', command, '/dev/null'], { stdio: ['pipe', 'pipe', 'inherit'] })
}

module.exports = { noTerminal, startInTerminal }
