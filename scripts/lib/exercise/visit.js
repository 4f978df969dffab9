'use strict'

// Visits a server that a reader has changed.

/** @import { Answer, GoalAnswer, Observed, Sent, Server, Target, VisitOptions } from './types' */

const { once } = require('node:events')
const path = require('node:path')
const { setTimeout: sleep } = require('node:timers/promises')
const { abortable } = require('../cli/abortable')
const { UserError, asError } = require('../cli/errors')
const { startServer } = require('../server/server')
const { request } = require('../server/http-client')
const { contract, REQUESTS } = require('./contract')

const PROBE = path.join(__dirname, '../server/probe/exercise-probe.js')
const ANSWER_LIMIT = 5_000 // ms for all answers
const DEATH_LIMIT = 500 // ms: the death of a server is known later than its broken answer
const MINUTES = 3

/**
 * Starts a server and sends it requests.
 * @template T
 * @param {Target} target
 * @param {VisitOptions} options
 * @param {(server: Server) => Promise<T>} send
 * @returns {Promise<T>}
 * @throws {UserError} When the server dies, or leaves a request without an answer.
 */
async function visit (target, { execArgv, signal, limit = ANSWER_LIMIT }, send) {
  const server = await startServer(target, { execArgv, signal })
  const { over } = server
  try {
    return await abortable(send(server), AbortSignal.any([over, AbortSignal.timeout(limit)]))
  } catch (err) {
    if (!over.aborted) await Promise.race([once(over, 'abort'), sleep(DEATH_LIMIT)])
    over.throwIfAborted()
    const { code, message } = asError(err)
    if (!code) throw err
    const problem = `${target.name} leaves a request without an answer (${message})`
    throw new UserError(`${problem}: is next() or res.end() missing?`)
  } finally {
    await server.stop()
  }
}

/**
 * Observes what the contract judges, apart from the CPU time of requests.
 * @param {Target} target
 * @param {VisitOptions} [options]
 * @throws {UserError} As `visit` does.
 */
async function observe (target, options) {
  return await visit(target, { execArgv: ['--require', PROBE], ...options }, sendAll)
}

/** @param {Server} server @returns {Promise<Omit<Observed, 'costs'>>} */
async function sendAll ({ ask, url }) {
  let ahead = 0 // ms: the server's clock skips minutes

  /** @param {Sent} [options] @returns {Promise<Answer>} */
  async function send (options) {
    const time = Date.now() + ahead
    const { status, headers, body } = await request(url, options)
    return { time, status, headers, tag: headers.etag, body: body.toString('latin1') }
  }

  const minutes = []
  const revalidated = []
  let tag = ''
  while (minutes.length < MINUTES) {
    if (minutes.length) {
      await ask('skipMinute')
      ahead += 60_000
    }
    if (tag) revalidated.push(await send({ headers: { 'If-None-Match': tag } }))
    const answers = [await send(), await send(), await send()]
    minutes.push(answers)
    tag = answers[2].tag ?? ''
  }

  /** @type {Record<string, GoalAnswer[]>} */
  const answers = {} // by goal
  for (const [name, { requests }] of Object.entries(contract)) {
    if (!requests) continue
    answers[name] = []
    for (const [status, all] of Object.entries(requests(tag))) {
      for (const sent of all) {
        answers[name].push({ sent, expected: Number(status), ...await send(sent) })
      }
    }
  }

  await ask('watchListeners')
  for (let i = 0; i < REQUESTS; i++) await send()
  const listeners = await ask('watchedListeners')
  const { others, conditional } = answers
  return { minutes, revalidated, tag, others, conditional, listeners }
}

module.exports = { observe, visit }
