'use strict'

// Installs a lab's own packages when it is first run, from its lock file.

const fs = require('node:fs')
const path = require('node:path')
const { npm } = require('../system/npm')

/**
 * @param {{name: string, folder: string}} lab
 * @param {AbortSignal} [signal]
 * @throws {import('../cli/errors').UserError} when npm fails
 */
async function installLab ({ name, folder }, signal) {
  if (!fs.existsSync(path.join(folder, 'package-lock.json')) || isInstalled(folder)) return
  console.error(`installing the packages of the lab ${name} …`)
  await npm(['ci'], { cwd: folder, signal })
}

/** npm writes its hidden lock file last: newer than the lock file, it tells that all is there. */
function isInstalled (folder) {
  const hidden = path.join(folder, 'node_modules/.package-lock.json')
  return fs.existsSync(hidden) && fs.statSync(hidden).mtimeMs >= fs.statSync(path.join(folder, 'package-lock.json')).mtimeMs
}

module.exports = { installLab }
