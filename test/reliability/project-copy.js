'use strict'

// A copy of the project that runs, to be broken, filled up, or killed in.

const { execFile } = require('node:child_process')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { promisify } = require('node:util')
const { ROOT } = require('../../scripts/lib/system/root')
const { temporaryFolder } = require('../../scripts/lib/system/watchdog')
const { copyTrackedFiles } = require('../../scripts/lib/system/tracked-files')

const run = promisify(execFile)

/**
 * @param {AbortSignal} signal
 * @returns {Promise<{project: string, remove: () => void}>} its folder
 * @throws {import('../../scripts/lib/cli/errors').UserError} when this is no clone
 */
async function copyProject (signal) {
  const { folder: project, remove } = temporaryFolder(path.join(os.tmpdir(), 'keeping-node-fast-'))
  try {
    await copyTrackedFiles(project, signal)
    await run('git', ['init', '--quiet'], { cwd: project, signal }) // what copies a copy asks git, too
    await run('git', ['add', '--all'], { cwd: project, signal })
    fs.symlinkSync(path.join(ROOT, 'node_modules'), path.join(project, 'node_modules'), 'junction')
    return { project, remove }
  } catch (err) {
    remove()
    throw err
  }
}

module.exports = { copyProject }
