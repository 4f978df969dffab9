'use strict'

const { runProcess } = require('./process')

/**
 * Runs npm without install scripts, audit or funding messages; it prints nothing unless it fails.
 *
 * @param {string[]} args
 * @param {{cwd: string, signal?: AbortSignal}} options
 * @throws {import('../cli/errors').UserError} when npm does not start or fails: with the last lines of its output
 */
async function npm (args, options) {
  const shell = process.platform === 'win32' // where npm is a batch file
  const program = shell ? 'npm.cmd' : 'npm'
  await runProcess([program, ...args, '--no-audit', '--no-fund', '--ignore-scripts'], { ...options, shell })
}

module.exports = { npm }
