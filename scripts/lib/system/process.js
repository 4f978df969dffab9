'use strict'

// The one way to start a program: as a process group of its own, which never outlives this process.

const { spawn } = require('node:child_process')
const { UserError, lastLines } = require('../cli/errors')
const { watchChild } = require('./watchdog')

const WINDOWS = process.platform === 'win32'
const TAIL = 10_000 // characters of stderr that are kept

/**
 * @typedef {object} ProcessOptions
 * @property {string} [cwd]
 * @property {NodeJS.ProcessEnv} [env] the whole environment; this process's, if none is given
 * @property {boolean} [ipc] open a channel for messages
 * @property {boolean} [shell] on Windows, scripts such as npm need one
 * @property {AbortSignal} [signal] kills the group when aborted
 */

/**
 * @typedef {object} Process
 * @property {import('node:child_process').ChildProcess} child with stdout and stderr as pipes
 * @property {Promise<{code: number|null, killedBy: NodeJS.Signals|null}>} ended when the process is gone and its pipes are
 *   closed; rejects with a UserError when the program cannot be started
 * @property {() => string} stderr the last 10,000 characters that it wrote there
 * @property {(name?: NodeJS.Signals) => void} kill sends a signal to its whole group, SIGKILL unless told otherwise
 */

/**
 * @param {string[]} command the program and its arguments
 * @param {ProcessOptions} [options]
 * @returns {Process}
 */
function startProcess ([file, ...args], { cwd, env, ipc = false, shell = false, signal } = {}) {
  signal?.throwIfAborted()
  const child = spawn(file, args, {
    cwd,
    env,
    shell,
    stdio: ['ignore', 'pipe', 'pipe', ...(ipc ? ['ipc'] : [])],
    // Out of the terminal's group: Ctrl-C reaches this process alone, which then ends the child.
    detached: !WINDOWS,
    windowsHide: true
  })
  if (child.pid) watchChild(child)

  let tail = ''
  child.stderr.on('data', (chunk) => { tail = (tail + chunk).slice(-TAIL) })

  function kill (name = 'SIGKILL') {
    try {
      process.kill(WINDOWS ? child.pid : -child.pid, name)
    } catch {} // it has ended by itself, or never started
  }
  const abort = () => kill()
  signal?.addEventListener('abort', abort)
  const ended = new Promise((resolve, reject) => {
    child.once('error', (err) => reject(new UserError(`${file} does not start: ${err.code ?? err.message}`)))
    child.once('close', (code, killedBy) => resolve({ code, killedBy }))
  }).finally(() => signal?.removeEventListener('abort', abort))
  ended.catch(() => {}) // whoever waits for it is told
  return { child, ended, stderr: () => tail, kill }
}

/**
 * Runs a program to its end.
 *
 * @param {string[]} command the program and its arguments
 * @param {ProcessOptions & {mayFail?: boolean}} [options] `mayFail`: an exit code other than 0 is no error
 * @returns {Promise<{code: number|null, stdout: string, stderr: string}>}
 * @throws {UserError} when it cannot be started, or fails: with the last lines that it printed
 */
async function runProcess (command, { mayFail = false, ...options } = {}) {
  const { child, ended } = startProcess(command, options)
  const output = { all: '', stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr']) {
    child[name].setEncoding('utf8').on('data', (text) => {
      output[name] += text
      output.all += text
    })
  }
  const { code, killedBy } = await ended
  options.signal?.throwIfAborted()
  if (code !== 0 && !mayFail) {
    throw new UserError(`${command.join(' ')} failed (${killedBy ?? `exit code ${code}`}). Its last output:\n${lastLines(output.all)}`)
  }
  return { code, stdout: output.stdout, stderr: output.stderr }
}

module.exports = { runProcess, startProcess }
