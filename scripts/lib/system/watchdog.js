'use strict'

const { spawn } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')
const { UserError } = require('../base/errors')

const PROGRAM = path.join(__dirname, 'watchdog-process.js')
const REMOVE = { recursive: true, force: true, maxRetries: 5 }

let watchdog

/**
 * Ends something with this process, however it dies.
 * @param {string} subject see watchdog-process.js
 * @returns {() => void} to call when it has ended: a pid may be used again
 */
function endWithProcess (subject) {
  watchdog ??= startWatchdog()
  watchdog.write(`+${subject}\n`)
  return () => watchdog.write(`-${subject}\n`)
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
  const forget = endWithProcess(folder)

  function remove () {
    fs.rmSync(folder, REMOVE)
    forget()
  }

  return { folder, remove }
}

function startWatchdog () {
  const child = spawn(process.execPath, [PROGRAM], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true, // what ends this process's group must not end the watchdog
    windowsHide: true
  })
  child.unref()
  const pipe = /** @type {import('node:net').Socket} */ (child.stdin)
  pipe.unref()
  pipe.on('error', () => {}) // if it was killed, servers still end when their channel closes
  return pipe
}

module.exports = { endWithProcess, temporaryFolder, REMOVE }
