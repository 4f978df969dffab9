'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { runProcess } = require('./process')

/** @type {(args: string[], options: {cwd: string, signal?: AbortSignal}) => Promise<string>} stdout, or a UserError */
async function npm (args, options) {
  const shell = process.platform === 'win32' // where npm is a batch file
  const program = shell ? 'npm.cmd' : 'npm'
  const command = [program, ...args, '--no-audit', '--no-fund', '--ignore-scripts']
  return (await runProcess(command, { ...options, shell })).stdout
}

/**
 * Installs the packages of a folder that has a lock file, unless they are installed already.
 * @type {(folder: string, what: string, signal?: AbortSignal) => Promise<void>} rejects with a UserError if npm fails
 */
async function installPackages (folder, what, signal) {
  const lockFile = path.join(folder, 'package-lock.json')
  const installed = path.join(folder, 'node_modules/.package-lock.json') // npm writes it last
  if (!fs.existsSync(lockFile)) return
  if (fs.existsSync(installed) && fs.statSync(installed).mtimeMs >= fs.statSync(lockFile).mtimeMs) return
  console.error(`installing the packages of ${what} …`)
  await npm(['ci'], { cwd: folder, signal })
}

module.exports = { installPackages, npm }
