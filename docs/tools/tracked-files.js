'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { ROOT } = require('../../scripts/lib/cli/root')
const { runProcess } = require('../../scripts/lib/server/process')

/**
 * Copies the files that git tracks.
 * @param {string} folder
 * @param {AbortSignal} [signal]
 * @throws {UserError} Outside of a git clone.
 */
async function copyTrackedFiles (folder, signal) {
  const { stdout } = await runProcess(['git', 'ls-files', '-z'], { cwd: ROOT, signal })
  for (const name of stdout.split('\0').filter(Boolean)) {
    const file = path.join(ROOT, name)
    if (fs.existsSync(file)) fs.cpSync(file, path.join(folder, name))
  }
}

module.exports = { copyTrackedFiles }
