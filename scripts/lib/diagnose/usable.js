'use strict'

/** @import { Load } from '../load/types' */

const { UserError } = require('../cli/errors')
const { excerpt, request } = require('../server/http-client')

const LIMIT = 5_000 // ms
const TRIES = 3 // a server may answer some requests with an error

/**
 * Refuses a request before it is loaded.
 * @param {string} name of the target
 * @param {Omit<Load, 'connections'>} load
 * @throws {UserError} When its answers are errors. It shows the last one.
 */
async function ensureUsable (name, { url, ...options }) {
  for (let tries = 1; ; tries++) {
    const signal = AbortSignal.timeout(LIMIT)
    const answer = await request(url, { ...options, signal }).catch(() => null)
    if (!answer || answer.status < 400) return // of no answer at all, the load says more
    if (tries < TRIES) continue
    const { status, body } = answer
    throw new UserError(`${name} answers ${url} with ${status}: ${excerpt(body)}. ` +
      'Choose another request with URLPATH, METHOD, BODY or HEADER')
  }
}

module.exports = { ensureUsable }
