'use strict'

const { runProcess } = require('./process')

/** @type {(args: string[], options: {cwd: string, signal?: AbortSignal}) => Promise<void>} rejects with a UserError */
async function npm (args, options) {
  const shell = process.platform === 'win32' // where npm is a batch file
  const program = shell ? 'npm.cmd' : 'npm'
  await runProcess([program, ...args, '--no-audit', '--no-fund', '--ignore-scripts'], { ...options, shell })
}

module.exports = { npm }
