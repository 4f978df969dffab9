'use strict'

// Closes an inspector that a command has opened, however the command dies. Run as a program, it
// outlives the command just long enough.

const { spawn } = require('node:child_process')
const { once } = require('node:events')
const fs = require('node:fs')
const { UserError, asError } = require('../util/errors')
const { pieceOf } = require('../util/piece')

/** @import { OpenedInspector } from '../types' */

const OPEN_LIMIT = 10_000 // ms: the process may not have opened it yet
// It waits for the end in 1 MB of memory, and then becomes Node.js, which takes 50.
const SHELL = ['/bin/sh', '-c', 'read -r line; exec "$0" "$@"']

/**
 * Closes an inspector when this process ends.
 * @param {OpenedInspector} opened
 * @returns {Promise<() => void>} to call when it has been closed
 * @throws {UserError} When no other process can be started.
 */
async function closeWithProcess (opened) {
  const { words, env } = pieceOf('closer', [JSON.stringify(opened)])
  const [file, ...args] = fs.existsSync(SHELL[0]) ? [...SHELL, ...words] : words
  let child
  try {
    child = spawn(file, args, {
      env,
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true, // what ends this process's group must not end it
      windowsHide: true
    })
    await once(child, 'spawn')
  } catch (err) {
    const { message } = asError(err)
    const advice = /EAGAIN|EMFILE|ENOMEM/.test(message)
      ? 'allow more files and processes with ulimit'
      : `look for /dev/null, or open it by hand: kill -USR1 ${opened.pid}`
    throw new UserError(`nothing would close the inspector of process ${opened.pid} if this ` +
      `command were killed (${message}): ${advice}`)
  }
  child.unref()
  const pipe = /** @type {import('node:net').Socket} */ (child.stdin)
  pipe.unref()
  pipe.on('error', () => {}) // it was killed
  return () => child.kill('SIGKILL')
}

async function main () {
  await once(process.stdin.resume(), 'end')
  const { waitForInspector } = require('./inspector')
  const found = await waitForInspector(JSON.parse(process.argv[2]), OPEN_LIMIT)
  await found?.inspector.close()
}

module.exports = { closeWithProcess, main }
