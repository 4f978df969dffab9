'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { npm } = require('../system/npm')

/** @type {(lab: {name: string, folder: string}, signal?: AbortSignal) => Promise<void>} a UserError if npm fails */
async function installLab ({ name, folder }, signal) {
  const lockFile = path.join(folder, 'package-lock.json')
  const installed = path.join(folder, 'node_modules/.package-lock.json') // npm writes it last
  if (!fs.existsSync(lockFile)) return
  if (fs.existsSync(installed) && fs.statSync(installed).mtimeMs >= fs.statSync(lockFile).mtimeMs) return
  console.error(`installing the packages of the lab ${name} …`)
  await npm(['ci'], { cwd: folder, signal })
}

module.exports = { installLab }
