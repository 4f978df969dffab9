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
function watch (child) {
  guard ??= startGuard()
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
  guard ??= startGuard()
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

function startGuard () {
  const guard = spawn(process.execPath, [path.join(__dirname, 'guard.js')], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true, // out of reach of what ends this process's group
    windowsHide: true
  })
  guard.unref()
  guard.stdin.unref()
  guard.stdin.on('error', () => {}) // the guard was killed: the servers still end by their own channel
  return guard
}

module.exports = { temporaryFolder, watch }
