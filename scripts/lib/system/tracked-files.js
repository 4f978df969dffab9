'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { UserError } = require('../base/errors')
const { runProcess } = require('./process')
const { ROOT } = require('./root')

/**
 * Copies the files that git tracks.
 * @param {string} folder
 * @param {AbortSignal} [signal]
 * @throws {UserError} Outside of a git clone.
 */
async function copyTrackedFiles (folder, signal) {
  const command = ['git', 'ls-files', '-z']
  const { code, stdout, stderr } = await runProcess(command, { cwd: ROOT, signal, mayFail: true })
  if (code !== 0) {
    const problem = `git cannot list the project's files: ${stderr.trim()}`
    throw new UserError(`${problem}. Run this in a git clone`)
  }
  for (const name of stdout.split('\0').filter(Boolean)) {
    const file = path.join(ROOT, name)
    if (fs.existsSync(file)) fs.cpSync(file, path.join(folder, name))
  }
}

module.exports = { copyTrackedFiles }
