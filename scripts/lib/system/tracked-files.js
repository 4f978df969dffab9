'use strict'

// A copy of what git knows, as it stands in the work tree: to pack it, or to break it.

const { execFile } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')
const { promisify } = require('node:util')
const { UserError } = require('../cli/errors')
const { ROOT } = require('./root')

/**
 * @param {string} folder
 * @param {AbortSignal} signal
 * @throws {UserError} when this is no clone
 */
async function copyTrackedFiles (folder, signal) {
  const { stdout } = await promisify(execFile)('git', ['ls-files', '-z'], { cwd: ROOT, signal, maxBuffer: 1e8 })
    .catch((err) => { throw signal.aborted ? err : new UserError(`this works in a git clone only: ${err.message.split('\n')[0]}`) })
  for (const name of stdout.split('\0').filter(Boolean)) {
    if (fs.existsSync(path.join(ROOT, name))) fs.cpSync(path.join(ROOT, name), path.join(folder, name))
  }
}

module.exports = { copyTrackedFiles }
