'use strict'

const { spawn } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')
const { UserError } = require('../cli/errors')

const PROGRAM = path.join(__dirname, 'watchdog-process.js')
const REMOVE = { recursive: true, force: true, maxRetries: 5 }

let watchdog

/**
 * Ends something with this process, however it dies.
 * @param {{group: number} | {folder: string}} subject the pid of a process group's leader; a
 *   folder to remove
 * @returns {() => void} to call when it has ended: a pid may be used again
 */
function endWithProcess (subject) {
  watchdog ??= startWatchdog()
  const json = JSON.stringify(subject)
  watchdog.write(`{"add":${json}}\n`)
  return () => watchdog.write(`{"remove":${json}}\n`)
}

/**
 * Makes a folder that is removed when this process ends, if not before.
 * @param {string} prefix an absolute path
 * @throws {UserError} When it cannot be made.
 */
function temporaryFolder (prefix) {
  let folder
  try {
    folder = fs.mkdtempSync(prefix)
  } catch (err) {
    const problem = `cannot make a folder in ${path.dirname(prefix)} (${err.code})`
    throw new UserError(`${problem}: set TMPDIR to a folder that can be written`)
  }
  const forget = endWithProcess({ folder })

  function remove () {
    fs.rmSync(folder, REMOVE)
    forget()
  }

  return { folder, remove }
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @throws {UserError} When there are too few file descriptors for its pipes.
 */
function ensureStarted (child) {
  if (child.stdio) return
  child.once('error', () => {}) // it follows
  throw new UserError(`too many files are open to start ${child.spawnfile}: ` +
    'allow more with ulimit -n 1024')
}

function startWatchdog () {
  const child = spawn(process.execPath, [PROGRAM], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true, // what ends this process's group must not end the watchdog
    windowsHide: true
  })
  ensureStarted(child)
  child.unref()
  const pipe = /** @type {import('node:net').Socket} */ (child.stdin)
  pipe.unref()
  pipe.on('error', () => {}) // if it was killed, servers still end when their channel closes
  return pipe
}

module.exports = { endWithProcess, ensureStarted, temporaryFolder, REMOVE }
