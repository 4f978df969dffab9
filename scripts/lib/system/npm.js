'use strict'

// npm in a process of its own, quiet unless it fails.

const { spawn } = require('node:child_process')
const { once } = require('node:events')
const { UserError, lastLines } = require('../cli/errors')

/**
 * @param {string[]} args
 * @param {{cwd: string, signal?: AbortSignal}} options `signal` ends it
 * @throws {UserError} when npm does not start or fails, with its last words
 */
async function npm (args, { cwd, signal }) {
  const windows = process.platform === 'win32' // where npm is a script for the shell
  const child = spawn(windows ? 'npm.cmd' : 'npm', [...args, '--no-audit', '--no-fund', '--ignore-scripts'], {
    cwd, stdio: ['ignore', 'pipe', 'pipe'], shell: windows, signal
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => { output += chunk })
  const [code] = await once(child, 'close').catch((err) => { throw signal?.aborted ? signal.reason : new UserError(`npm does not start: ${err.message}`) })
  if (code !== 0) throw new UserError(`npm ${args.join(' ')} failed in ${cwd} (exit code ${code}); run it there to see why. Its last words:\n${lastLines(output)}`)
}

module.exports = { npm }
