'use strict'

/** @import { ProcessOptions } from './types' */

const { text } = require('node:stream/consumers')
const { UserError, lastLines } = require('../cli/errors')
const { startProcess } = require('./process')

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

module.exports = { runProcess }
