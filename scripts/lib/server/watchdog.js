'use strict'

// The watchdog is a process of its own that runs this file. It outlives the harness just long
// enough to end what it has started, even after a SIGKILL, which a blocked server cannot notice. A
// line of its input is JSON: {"add": subject} for what is to end with the harness,
// {"remove": subject} for what has ended.

const { spawn } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')
const { text } = require('node:stream/consumers')
const { UserError } = require('../cli/errors')

const DELAY = 100 // ms for killed processes to close their files
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

/** @param {number} pid that gets a signal, with all that it has started @param {string} name */
function killGroup (pid, name) {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, name)
  } catch {} // it has already ended
}

function startWatchdog () {
  const child = spawn(process.execPath, [__filename], {
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

async function watch () {
  const lines = (await text(process.stdin)).split('\n')
  lines.pop() // nothing, or half a line
  const subjects = new Set() // as JSON
  for (const line of lines) {
    const { add, remove } = JSON.parse(line)
    if (add) subjects.add(JSON.stringify(add))
    else subjects.delete(JSON.stringify(remove))
  }
  for (const subject of subjects) end(JSON.parse(subject))
}

function end ({ group, folder }) {
  if (group) killGroup(group, 'SIGKILL')
  if (folder) setTimeout(fs.rmSync, DELAY, folder, REMOVE)
}

if (require.main === module) watch()

module.exports = { endWithProcess, ensureStarted, killGroup, temporaryFolder }
