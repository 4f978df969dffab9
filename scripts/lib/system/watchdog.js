'use strict'

// Starts guard.js beside this process, once, and tells it which servers run, and which folders are to go away.

const { spawn } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')

let guard

/**
 * From now until it ends, the child does not outlive this process, however that may die.
 *
 * @param {import('node:child_process').ChildProcess} child
 */
function watchChild (child) {
  guard ??= startWatchdog()
  guard.stdin.write(`+${child.pid}\n`)
  child.once('exit', () => guard.stdin.write(`-${child.pid}\n`))
}

/**
 * Makes a folder that goes away with this process at the latest, however that may end.
 *
 * @param {string} prefix of its path
 * @returns {{folder: string, remove: () => void}}
 */
function temporaryFolder (prefix) {
  guard ??= startWatchdog()
  const folder = fs.mkdtempSync(prefix)
  guard.stdin.write(`>${folder}\n`)
  return {
    folder,
    remove () {
      fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
      guard.stdin.write(`<${folder}\n`)
    }
  }
}

function startWatchdog () {
  const watchdog = spawn(process.execPath, [path.join(__dirname, 'watchdog-process.js')], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true, // out of reach of what ends this process's group
    windowsHide: true
  })
  watchdog.unref()
  watchdog.stdin.unref()
  watchdog.stdin.on('error', () => {}) // the guard was killed: the servers still end by their own channel
  return watchdog
}

module.exports = { temporaryFolder, watchChild }
