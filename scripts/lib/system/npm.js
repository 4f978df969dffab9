'use strict'

// The packages of the project and of its folders.

const fs = require('node:fs')
const path = require('node:path')
const { UserError } = require('../base/errors')
const { runProcess } = require('./process')

const MODULES = path.join(__dirname, '../../../node_modules')

/**
 * Checks for a package that the first installation leaves out.
 * @param {string} name
 * @throws {UserError} When it is not installed.
 */
function ensureInstalled (name) {
  if (fs.existsSync(path.join(MODULES, name))) return
  throw new UserError(`${name} is not installed. Run make install, or npm install, and try again`)
}

/**
 * Runs npm without its scripts and its advice.
 * @param {string[]} args
 * @param {{ cwd: string, signal?: AbortSignal }} options
 * @returns {Promise<string>} stdout
 * @throws {UserError} When npm fails.
 */
async function npm (args, options) {
  const shell = process.platform === 'win32' // where npm is a batch file
  const command = ['npm', ...args, '--no-audit', '--no-fund', '--ignore-scripts']
  const { stdout } = await runProcess(command, { ...options, shell })
  return stdout
}

/**
 * Installs the packages of a folder that has a lock file, unless they are installed already.
 * @param {string} folder
 * @param {string} what For the message.
 * @param {AbortSignal} [signal]
 * @throws {UserError} When npm fails.
 */
async function installPackages (folder, what, signal) {
  const lockFile = readTime(path.join(folder, 'package-lock.json'))
  const installed = readTime(path.join(folder, 'node_modules/.package-lock.json'))
  if (installed >= lockFile) return
  console.error(`installing the packages of ${what} …`)
  await npm(['ci'], { cwd: folder, signal })
}

function readTime (file) {
  return fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
}

module.exports = { ensureInstalled, installPackages, npm }
