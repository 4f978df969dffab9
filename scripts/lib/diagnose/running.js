'use strict'

/** @import { ProcessTarget, RunningValues, Target } from './types' */

const { UsageError } = require('../cli/errors')
const { ensureUnset, integer, text } = require('../cli/flags')
const { targetFlags, targetFromFlags, NO_TARGET } = require('../server/target-flags')

const GETS_NO_LOAD = 'has no effect: a running server gets no load'

const runningFlags = {
  pid: integer(1, 2 ** 31, 'watch a running server, by its process id'),
  inspect: text('the same, by the host:port of its inspector')
}

/**
 * Finds the only target of a command, which may be a running process.
 * @param {string|undefined} name
 * @param {RunningValues} values of the flags
 * @returns {Target|ProcessTarget}
 * @throws {UsageError} When there is none, or another one.
 */
function targetOrProcess (name, values) {
  const { app, pid, inspect } = values
  if (pid || inspect) return runningTarget(values, name ?? app)
  if (!name && !app) throw new UsageError(`${NO_TARGET}, or PID=4242 for a running server`)
  return targetFromFlags(name, values)
}

/** @param {RunningValues} values @param {string} [other] */
function runningTarget (values, other) {
  const { pid, inspect = '' } = values
  if (other || (pid && inspect)) throw new UsageError('Name one: a target, PID= or INSPECT=')
  ensureUnset(values, targetFlags, GETS_NO_LOAD)
  if (pid) {
    return { name: `pid-${pid}`, running: { pid } }
  }
  const [, host, port] = inspect.match(/^\[?(.+?)\]?:(\d+)$/) ?? []
  if (!port) throw new UsageError(`INSPECT=${inspect} is not host:port, as in 127.0.0.1:9229`)
  return { name: `inspect-${port}`, running: { host, port: Number(port) } }
}

module.exports = { runningFlags, targetOrProcess, GETS_NO_LOAD }
