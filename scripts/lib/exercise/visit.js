'use strict'

/** @import { Server, Target } from '../server/types' */

const { once } = require('node:events')
const { setTimeout: sleep } = require('node:timers/promises')
const { abortable } = require('../cli/abortable')
const { UserError } = require('../cli/errors')
const { startServer } = require('../server/server')

const ANSWER_LIMIT = 5_000 // ms for all answers
const DEATH_LIMIT = 500 // ms: the death of a server is known later than its broken answer

/**
 * Starts a server that a reader has changed, and sends it requests.
 * @template T
 * @param {Target} target
 * @param {{execArgv?: string[], signal?: AbortSignal, limit?: number}} options flags for its
 *   Node.js; `limit`: ms for all answers
 * @param {(server: Server) => Promise<T>} send
 * @returns {Promise<T>}
 * @throws {UserError} When the server dies, leaves a request without an answer, or breaks it off.
 */
async function visit (target, { execArgv, signal, limit = ANSWER_LIMIT }, send) {
  const server = await startServer(target, { execArgv, signal })
  const timeout = AbortSignal.timeout(limit)
  try {
    return await abortable(send(server), AbortSignal.any([server.over, timeout]))
  } catch (err) {
    if (timeout.aborted) {
      const problem = `${target.name} leaves a request without an answer`
      throw new UserError(`${problem}: is next() or res.end() missing?`)
    }
    if (!server.over.aborted) await Promise.race([once(server.over, 'abort'), sleep(DEATH_LIMIT)])
    server.over.throwIfAborted()
    throw err.code ? new UserError(`${target.name} breaks off an answer (${err.message})`) : err
  } finally {
    await server.stop()
  }
}

module.exports = { visit }
