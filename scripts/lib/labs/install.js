'use strict'

// Installs a lab's own packages when it is first run, from its lock file.

const { spawn } = require('node:child_process')
const { once } = require('node:events')
const fs = require('node:fs')
const path = require('node:path')
const { UserError, lastLines } = require('../errors')

/**
 * @param {{name: string, folder: string}} lab
 * @param {AbortSignal} [signal]
 * @throws {UserError} when npm fails
 */
async function install ({ name, folder }, signal) {
  if (!fs.existsSync(path.join(folder, 'package-lock.json')) || isInstalled(folder)) return
  console.error(`installing the packages of the lab ${name} …`)
  const windows = process.platform === 'win32' // where npm is a script for the shell
  const child = spawn(windows ? 'npm.cmd' : 'npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts'], {
    cwd: folder, stdio: ['ignore', 'pipe', 'pipe'], shell: windows, signal
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => { output += chunk })
  const [code] = await once(child, 'close').catch((err) => { throw signal?.aborted ? signal.reason : new UserError(`npm does not start: ${err.message}`) })
  if (code !== 0) throw new UserError(`npm ci failed in ${folder} (exit code ${code}); run it there to see why. Its last words:\n${lastLines(output)}`)
}

/** npm writes its hidden lock file last: newer than the lock file, it tells that all is there. */
function isInstalled (folder) {
  const hidden = path.join(folder, 'node_modules/.package-lock.json')
  return fs.existsSync(hidden) && fs.statSync(hidden).mtimeMs >= fs.statSync(path.join(folder, 'package-lock.json')).mtimeMs
}

module.exports = { install }
