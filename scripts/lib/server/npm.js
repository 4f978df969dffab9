'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { UserError } = require('../cli/errors')
const { runProcess } = require('./run-process')
const { ROOT } = require('../cli/project')

/**
 * @param {string} name of a package that the first installation leaves out
 * @throws {UserError} When it is missing.
 */
function ensureInstalled (name) {
  if (fs.existsSync(path.join(ROOT, 'node_modules', name))) return
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
  const command = ['npm', ...args, '--no-audit', '--no-fund', '--ignore-scripts']
  const shell = process.platform === 'win32' // where npm is a batch file
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
  const locked = readTime(`${folder}/package-lock.json`)
  const installed = readTime(`${folder}/node_modules/.package-lock.json`)
  if (installed >= locked) return
  console.error(`installing the packages of ${what} …`)
  await npm(['ci'], { cwd: folder, signal })
}

/** @param {string} file */
function readTime (file) {
  return fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
}

module.exports = { ensureInstalled, installPackages, npm }
