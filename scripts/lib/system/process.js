'use strict'

// Starts every other program: each in its own process group, which never outlives this process.

const { spawn } = require('node:child_process')
const { UserError, lastLines } = require('../base/errors')
const { killGroup } = require('./kill-group')
const { watchChild } = require('./watchdog')

const STDERR_LIMIT = 10_000 // characters of stderr that are kept

/**
 * @typedef {import('node:stream').Readable} Readable
 * @typedef {object} ProcessOptions
 * @property {string} [cwd]
 * @property {NodeJS.ProcessEnv} [env] the whole environment; the default is this process's
 * @property {boolean} [shell] on Windows, scripts such as npm need one
 * @property {AbortSignal} [signal] kills the group when aborted
 *
 * @typedef {object} Process
 * @property {import('node:child_process').ChildProcessByStdio<null, Readable, Readable>} child its streams give UTF-8
 *   text; the caller has to read stdout, or the program blocks once the pipe is full
 * @property {Promise<{code: number|null, killedBy: NodeJS.Signals|null}>} ended resolves when the process has exited
 *   and its pipes are closed; rejects with a UserError when the program cannot be started
 * @property {() => string} stderr the last 10,000 characters that it wrote to stderr
 * @property {(name?: NodeJS.Signals) => void} kill sends a signal to the whole group, by default SIGKILL
 */

/** @type {(command: string[], options?: ProcessOptions) => Process} `command`: the program and its arguments */
function startProcess ([file, ...args], { cwd, env, shell = false, signal } = {}) {
  signal?.throwIfAborted()
  const child = /** @type {Process['child']} */ (spawn(file, args, {
    cwd,
    env,
    shell,
    stdio: ['ignore', 'pipe', 'pipe'],
    // Outside the terminal's process group, Ctrl-C reaches only this process, which then ends the child.
    detached: process.platform !== 'win32',
    windowsHide: true
  }))
  const { pid } = child
  if (pid) watchChild(child)

  let tail = ''
  child.stdout.setEncoding('utf8')
  child.stderr.setEncoding('utf8').on('data', (text) => { tail = (tail + text).slice(-STDERR_LIMIT) })

  /** @type {Process['kill']} */
  const kill = (name) => { if (pid) killGroup(pid, name) }
  const abort = () => kill()
  signal?.addEventListener('abort', abort)

  /** @type {Process['ended']} */
  const ended = new Promise((resolve, reject) => {
    child.on('error', (/** @type {NodeJS.ErrnoException} */ err) => {
      if (!pid) reject(new UserError(`${file} does not start: ${err.code ?? err.message}`))
    })
    child.once('close', (code, killedBy) => resolve({ code, killedBy }))
  })
  ended.catch(() => {}).finally(() => signal?.removeEventListener('abort', abort))
  return { child, ended, stderr: () => tail, kill }
}

/**
 * Runs a program to its end. Rejects with a UserError when it cannot be started, or fails: with its last output.
 * @param {string[]} command the program and its arguments
 * @param {ProcessOptions & {mayFail?: boolean}} [options] `mayFail`: accept any exit code
 */
async function runProcess (command, { mayFail = false, ...options } = {}) {
  const { child, ended } = startProcess(command, options)
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (text) => { stdout += text })
  child.stderr.on('data', (text) => { stderr += text })
  const { code, killedBy } = await ended
  options.signal?.throwIfAborted()
  if (code === 0 || mayFail) return { code, stdout, stderr }
  const where = options.cwd ? ` in ${options.cwd}` : ''
  const how = killedBy ?? `exit code ${code}`
  throw new UserError(`${command.join(' ')} failed${where} (${how}). Its last output:\n${lastLines(stdout + stderr)}`)
}

module.exports = { runProcess, startProcess }
