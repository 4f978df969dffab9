'use strict'

// A working copy of the repository that a check may break, fill up, or crash.

const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { runProcess } = require('../../scripts/lib/system/process')
const { ROOT } = require('../../scripts/lib/system/root')
const { copyTrackedFiles } = require('../../scripts/lib/system/tracked-files')
const { temporaryFolder } = require('../../scripts/lib/system/watchdog')

/**
 * @param {AbortSignal} signal
 * @param {string} [prefix] of the folder's name
 * @returns {Promise<{project: string, remove: () => void}>} its folder
 * @throws {import('../../scripts/lib/cli/errors').UserError} when this is no git clone
 */
async function copyRepository (signal, prefix = 'keeping-node-fast-') {
  const { folder: project, remove } = temporaryFolder(path.join(os.tmpdir(), prefix))
  try {
    await copyTrackedFiles(project, signal)
    await runProcess(['git', 'init', '--quiet'], { cwd: project, signal })
    await runProcess(['git', 'add', '--all', '--force'], { cwd: project, signal })
    fs.symlinkSync(path.join(ROOT, 'node_modules'), path.join(project, 'node_modules'), 'junction')
    return { project, remove }
  } catch (err) {
    remove()
    throw err
  }
}

module.exports = { copyRepository }
