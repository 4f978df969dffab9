'use strict'

const { runProcess } = require('./process')

/**
 * Runs npm without install scripts, audit or funding messages. Rejects with a UserError that has its last output.
 * @type {(args: string[], options: {cwd: string, signal?: AbortSignal}) => Promise<void>}
 */
async function npm (args, options) {
  const shell = process.platform === 'win32' // where npm is a batch file
  const program = shell ? 'npm.cmd' : 'npm'
  await runProcess([program, ...args, '--no-audit', '--no-fund', '--ignore-scripts'], { ...options, shell })
}

module.exports = { npm }
