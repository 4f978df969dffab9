'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { runProcess } = require('./process')

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
  return (await runProcess(command, { ...options, shell })).stdout
}

/**
 * Installs the packages of a folder that has a lock file, unless they are installed already.
 * @param {string} folder
 * @param {string} what For the message.
 * @param {AbortSignal} [signal]
 * @throws {UserError} When npm fails.
 */
async function installPackages (folder, what, signal) {
  const lockFile = timeOf(path.join(folder, 'package-lock.json'))
  const installed = timeOf(path.join(folder, 'node_modules/.package-lock.json'))
  if (installed >= lockFile) return
  console.error(`installing the packages of ${what} …`)
  await npm(['ci'], { cwd: folder, signal })
}

/** @param {string} file @returns {number} In ms; 0 without a file. */
function timeOf (file) {
  return fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
}

module.exports = { installPackages, npm }
