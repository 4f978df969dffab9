'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { runProcess } = require('./process')

/**
 * Runs npm without its scripts and its advice.
 * @param {string[]} args
 * @param {{cwd: string, signal?: AbortSignal}} options
 * @returns {Promise<string>} stdout
 * @throws {UserError} When npm fails.
 */
async function npm (args, options) {
  const shell = process.platform === 'win32' // where npm is a batch file
  const program = shell ? 'npm.cmd' : 'npm'
  const command = [program, ...args, '--no-audit', '--no-fund', '--ignore-scripts']
  return (await runProcess(command, { ...options, shell })).stdout
}

/**
 * Installs the packages of a folder that has a lock file, unless they are installed already.
 * @param {string} folder
 * @param {string} what for the message
 * @param {AbortSignal} [signal]
 * @throws {UserError} When npm fails.
 */
async function installPackages (folder, what, signal) {
  const lockFile = path.join(folder, 'package-lock.json')
  if (!fs.existsSync(lockFile)) return
  const marker = path.join(folder, 'node_modules/.package-lock.json') // npm writes it last
  const isThere = fs.existsSync(marker)
  if (isThere && fs.statSync(marker).mtimeMs >= fs.statSync(lockFile).mtimeMs) return
  console.error(`installing the packages of ${what} …`)
  await npm(['ci'], { cwd: folder, signal })
}

module.exports = { installPackages, npm }
