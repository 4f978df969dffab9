'use strict'

// A copy of the project that runs, to be broken, filled up, or killed in.

const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { ROOT } = require('../contenders')
const { temporaryFolder } = require('../guardian')
const { copyTracked } = require('../tracked')

/**
 * @param {AbortSignal} signal
 * @returns {Promise<{project: string, remove: () => void}>} its folder
 * @throws {import('../errors').UserError} when this is no clone
 */
async function copyProject (signal) {
  const { folder: project, remove } = temporaryFolder(path.join(os.tmpdir(), 'keeping-node-fast-'))
  try {
    await copyTracked(project, signal)
    fs.symlinkSync(path.join(ROOT, 'node_modules'), path.join(project, 'node_modules'), 'junction')
    return { project, remove }
  } catch (err) {
    remove()
    throw err
  }
}

module.exports = { copyProject }
