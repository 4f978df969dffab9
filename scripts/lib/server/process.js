'use strict'

// Starts every other program: each in a process group, which never outlives this process.

/** @import { ProcessOptions } from './types' */

const { spawn } = require('node:child_process')
const { text } = require('node:stream/consumers')
const { UserError, lastLines } = require('../cli/errors')
const { endWithProcess, ensureStarted, killGroup } = require('./watchdog')

const STDERR_LIMIT = 10_000 // characters

/**
 * Starts a program. Its stdout has to be read, or the pipe gets full.
 * @param {string[]} command
 * @param {ProcessOptions} [options]
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
  ensureStarted(child)
  const { pid } = child
  if (pid) child.once('exit', endWithProcess({ group: pid }))

  let tail = ''
  child.stdout.setEncoding('utf8')
  child.stderr.setEncoding('utf8')
  child.stderr.on('data', (chunk) => { tail = (tail + chunk).slice(-STDERR_LIMIT) })

  function kill (name = 'SIGKILL') {
    if (pid) killGroup(pid, name)
  }

  const abort = () => kill()
  signal?.addEventListener('abort', abort)
  child.once('close', () => signal?.removeEventListener('abort', abort))

  const ended = new Promise((resolve, reject) => {
    child.on('error', reject)
    child.once('close', (code, killedBy) => resolve({ code, killedBy }))
  }).catch(({ code }) => { throw new UserError(`${file} does not start: ${code}`) })
  ended.catch(() => {}) // not everyone waits for the end
  return { child, ended, stderr: () => tail, kill }
}

/**
 * Runs a program to its end.
 * @param {string[]} command
 * @param {ProcessOptions & { mayFail?: boolean }} [options] `mayFail`: any exit code will do
 * @throws {UserError} When it cannot be started, or fails.
 */
async function runProcess (command, { mayFail = false, ...options } = {}) {
  const { child, ended } = startProcess(command, options)
  const output = [text(child.stdout), text(child.stderr)]
  const { code, killedBy } = await ended
  const [stdout, stderr] = await Promise.all(output)
  options.signal?.throwIfAborted()
  if (code === 0 || mayFail) return { code, stdout, stderr }
  const where = options.cwd ? ` in ${options.cwd}` : ''
  const how = killedBy ?? `exit code ${code}`
  const last = lastLines(stdout + stderr)
  throw new UserError(`${command.join(' ')} failed${where} (${how}). Its last output:\n${last}`)
}

module.exports = { runProcess, startProcess }
