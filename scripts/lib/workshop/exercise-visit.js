'use strict'

// One visit to the exercise observes all that its goals judge, but its speed.

/** @import { Server, Target } from '../measure/types' */
/** @import { Observation } from './types' */

const path = require('node:path')
const { abortable } = require('../base/abortable')
const { UserError } = require('../base/errors')
const { startServer } = require('../measure/server')
const { request } = require('../system/http-client')

const REQUESTS = 25
const MINUTES = 3
const TIMEOUT = 5_000 // ms for all answers of a visit
const PRELOAD = path.join(__dirname, '../preload')
const EXEC_ARGV = [
  '--require', path.join(PRELOAD, 'manual-clock.js'),
  '--require', path.join(PRELOAD, 'exercise-probe.js')
]

/**
 * Runs a target with a clock that can be moved, and observes what it answers in three minutes.
 * @param {Target} target
 * @param {AbortSignal} [signal]
 * @param {number} [limit] ms for all answers
 * @returns {Promise<Observation>}
 * @throws {UserError} When the target dies or leaves a request without an answer.
 */
async function visitExercise (target, signal, limit = TIMEOUT) {
  const server = await startServer(target, { execArgv: EXEC_ARGV, signal })
  const timeout = AbortSignal.timeout(limit)
  try {
    return await abortable(observe(server), AbortSignal.any([server.over, timeout]))
  } catch (/** @type {any} */ err) {
    if (timeout.aborted) {
      const problem = `${target.name} leaves a request without an answer`
      throw new UserError(`${problem}: is next() or res.end() missing?`)
    }
    if (!err.code?.startsWith('ECONN')) throw err
    await server.stop()
    throw server.over.reason // it died of the request, and this says why
  } finally {
    await server.stop()
  }
}

/** @param {Server} server @returns {Promise<Observation>} */
async function observe ({ ask, url }) {
  /** @param {string} [tag] */
  async function get (tag) {
    const options = tag ? { headers: { 'If-None-Match': tag } } : {}
    const { status, headers, body } = await request(url, options)
    return { status, tag: headers.etag, body: body.toString('latin1') }
  }

  /** @type {Observation['minutes']} */
  const minutes = []
  /** @type {string|undefined} */
  let tag
  while (minutes.length < MINUTES) {
    if (minutes.length) await ask('skipMinute')
    const revalidated = tag ? await get(tag) : null
    const answers = [await get(), await get(), await get()]
    minutes.push({ revalidated, answers })
    tag = answers[2].tag
  }

  const values = tag ? [tag, `W/${tag.replace(/^W\//, '')}`, `"x", ${tag}`, '*', '"x"'] : []
  const conditional = []
  for (const value of values) conditional.push({ value, ...await get(value) })

  await ask('watchListeners')
  for (let i = 0; i < REQUESTS; i++) await get()
  const listeners = await ask('addedListeners')
  return { minutes, conditional, listeners, limits: await ask('listenerLimits') }
}

module.exports = { REQUESTS, visitExercise }
