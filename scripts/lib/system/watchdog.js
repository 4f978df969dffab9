'use strict'

/** @import { ChildProcess } from 'node:child_process' */
/** @import { Socket } from 'node:net' */

const { spawn } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')
const { UserError } = require('../base/errors')

const PROGRAM = path.join(__dirname, 'watchdog-process.js')

/** @type {Socket|undefined} */
let pipe

/**
 * Ends a process group with this process, however it dies.
 * @param {ChildProcess} child Its leader.
 */
function watchChild (child) {
  tellWatchdog(`+${child.pid}`)
  child.once('exit', () => tellWatchdog(`-${child.pid}`))
}

/**
 * Closes the inspector of a process when this process ends, if not before.
 * @param {number} pid
 * @param {number} port
 * @returns {() => void} to call when the inspector is closed
 */
function watchInspector (pid, port) {
  const subject = `inspector:${pid}:${port}`
  tellWatchdog(`+${subject}`)
  return () => tellWatchdog(`-${subject}`)
}

/**
 * Makes a folder that is removed when this process ends, if not before.
 * @param {string} prefix An absolute path.
 * @returns {{ folder: string, remove: () => void }}
 * @throws {UserError} When it cannot be made.
 */
function temporaryFolder (prefix) {
  const folder = makeFolder(prefix)
  tellWatchdog(`+${folder}`)
  return {
    folder,
    remove () {
      fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
      tellWatchdog(`-${folder}`)
    }
  }
}

/** @param {string} prefix */
function makeFolder (prefix) {
  try {
    return fs.mkdtempSync(prefix)
  } catch (err) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (err)
    const advice = 'set TMPDIR to a folder that can be written'
    throw new UserError(`cannot make a folder in ${path.dirname(prefix)} (${code}): ${advice}`)
  }
}

/** @param {string} message */
function tellWatchdog (message) {
  pipe ??= startWatchdog()
  pipe.write(`${message}\n`)
}

function startWatchdog () {
  const watchdog = spawn(process.execPath, [PROGRAM], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true, // what ends this process's group must not end the watchdog
    windowsHide: true
  })
  watchdog.unref()
  const stdin = /** @type {Socket} */ (watchdog.stdin)
  stdin.unref()
  stdin.on('error', () => {}) // if it was killed, servers still end when their channel closes
  return stdin
}

module.exports = { temporaryFolder, watchChild, watchInspector }
