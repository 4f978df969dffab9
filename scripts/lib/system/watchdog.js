'use strict'

// Ends child processes and removes temporary folders with this process, however it dies.

const { spawn } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')

/** @type {import('node:net').Socket|undefined} */
let pipe

/**
 * Ends a process group with this process.
 * @param {import('node:child_process').ChildProcess} child its leader
 */
function watchChild (child) {
  tellWatchdog(`+${child.pid}`)
  child.once('exit', () => tellWatchdog(`-${child.pid}`))
}

/**
 * Makes a folder that is removed when this process ends, if not before.
 * @param {string} prefix
 * @returns {{folder: string, remove: () => void}}
 */
function temporaryFolder (prefix) {
  const folder = fs.mkdtempSync(prefix)
  tellWatchdog(`>${folder}`)
  return {
    folder,
    remove () {
      fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
      tellWatchdog(`<${folder}`)
    }
  }
}

/** @param {string} message */
function tellWatchdog (message) {
  pipe ??= startWatchdog()
  pipe.write(`${message}\n`)
}

/** @returns {import('node:net').Socket} the watchdog's stdin */
function startWatchdog () {
  const watchdog = spawn(process.execPath, [path.join(__dirname, 'watchdog-process.js')], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true, // what ends this process's group must not end the watchdog
    windowsHide: true
  })
  watchdog.unref()
  const stdin = /** @type {import('node:net').Socket} */ (watchdog.stdin)
  stdin.unref()
  // The watchdog was killed; servers still end when their channel closes.
  stdin.on('error', () => {})
  return stdin
}

module.exports = { temporaryFolder, watchChild }
