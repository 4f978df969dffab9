'use strict'

// Starts every other program, in a process group of its own, and makes temporary folders. None
// outlives this process: a watchdog, which is a process of its own that runs this file, ends what
// is left, even after a SIGKILL, which a blocked server cannot notice. A line of its input is +what
// is to end, or -what has ended, as JSON: the pid of a group's leader, or a folder.

/** @import { End, ProcessOptions } from './types' */

const { spawn } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')
const { text } = require('node:stream/consumers')
const { UserError, writeError } = require('../cli/errors')

const STDERR_LIMIT = 10_000 // characters
const DELAY = 100 // ms for killed processes to close their files
const REMOVE = { recursive: true, force: true, maxRetries: 5 }

/** @type {ReturnType<typeof startWatchdog>|undefined} */
let watchdog // the input of that process

/**
 * Starts a program. Its stdout has to be read, or the pipe gets full.
 * @param {string[]} command
 * @param {ProcessOptions} [options]
 * @throws {UserError} When there are too few file descriptors for its pipes.
 */
function startProcess ([file, ...args], { cwd, env, shell = false, signal } = {}) {
  signal?.throwIfAborted()
  const child = spawn(file, args, {
    cwd,
    env,
    shell,
    stdio: ['ignore', 'pipe', 'pipe'],
    // Ctrl-C then reaches only this process, which ends the child.
    detached: process.platform !== 'win32',
    windowsHide: true
  })
  const name = shell ? 'the command' : file
  /** @type {Promise<End>} */
  const ended = new Promise((resolve, reject) => {
    child.on('error', reject)
    child.once('close', (code, killedBy) => resolve({ code, killedBy }))
  }).catch(({ code }) => { throw new UserError(`${name} does not start: ${code}`) })
  ended.catch(() => {}) // not everyone waits for the end
  if (!child.stdio) {
    throw new UserError(`too many files are open to start ${name}: allow more with ulimit -n 1024`)
  }
  const { pid = 0 } = child
  if (pid) child.once('exit', endWithProcess(pid))

  let tail = ''
  child.stdout.setEncoding('utf8')
  child.stderr.setEncoding('utf8')
  child.stderr.on('data', (chunk) => { tail = (tail + chunk).slice(-STDERR_LIMIT) })

  const kill = (/** @type {NodeJS.Signals} */ name = 'SIGKILL') => killGroup(pid, name)
  const abort = () => kill()
  signal?.addEventListener('abort', abort)
  child.once('close', () => signal?.removeEventListener('abort', abort))
  return { child, ended, stderr: () => tail, kill }
}

/**
 * Makes a folder that only this user can enter, and that is removed when this process ends, if not
 * before.
 * @param {string} prefix an absolute path
 * @throws {UserError} When it cannot be made.
 */
function temporaryFolder (prefix) {
  const parent = path.dirname(prefix)
  /** @type {string} */
  let folder
  try {
    fs.mkdirSync(parent, { recursive: true })
    folder = fs.mkdtempSync(prefix)
  } catch (err) {
    throw writeError(parent, err)
  }
  const forget = endWithProcess(folder)

  function remove () {
    fs.rmSync(folder, REMOVE)
    forget()
  }

  return { folder, remove }
}

// Has the watchdog end something with this process. The result is to be called when it has ended:
// a pid may be used again.
/** @param {number|string} subject */
function endWithProcess (subject) {
  const input = watchdog ??= startWatchdog()
  const json = JSON.stringify(subject)
  input.write(`+${json}\n`)
  return () => input.write(`-${json}\n`)
}

function startWatchdog () {
  const child = spawn(process.execPath, [__filename], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true, // what ends this process's group must not end the watchdog
    windowsHide: true
  })
  child.unref()
  const input = /** @type {import('node:net').Socket} */ (child.stdin)
  input.unref()
  input.on('error', () => {}) // if it was killed, servers still end when their channel closes
  return input
}

async function watch () {
  const subjects = new Set()
  const lines = (await text(process.stdin)).split('\n')
  lines.pop() // nothing, or half a line
  for (const line of lines) {
    const subject = JSON.parse(line.slice(1))
    if (line.startsWith('+')) subjects.add(subject)
    else subjects.delete(subject)
  }
  for (const subject of subjects) {
    if (typeof subject === 'number') killGroup(subject, 'SIGKILL')
    else setTimeout(fs.rmSync, DELAY, subject, REMOVE)
  }
}

/** @param {number} pid @param {NodeJS.Signals} name */
function killGroup (pid, name) {
  try {
    if (pid) process.kill(process.platform === 'win32' ? pid : -pid, name)
  } catch {} // it has already ended
}

if (require.main === module) watch()

module.exports = { startProcess, temporaryFolder }
