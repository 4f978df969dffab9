'use strict'

// Refuses requests that the server does not answer, or answers with an error only.

/** @import { Load, LoadMeasurement, Request } from './types' */

const { abortable } = require('../base/abortable')
const { UserError } = require('../base/errors')
const { number } = require('../base/format')
const { excerpt, request } = require('../system/http-client')

const EXAMPLE_LIMIT = 5_000 // ms
const TRIES = 3 // a server may answer some requests with an error
const ADVICE = 'Choose another request with URLPATH, METHOD, BODY or HEADER'

/**
 * Tries the request before anything is loaded.
 * @param {string} name of the target
 * @param {string} url
 * @param {Request} [options]
 * @throws {UserError} When the answers are errors.
 */
async function ensureUsable (name, url, { path, ...options } = {}) {
  for (let tries = 1; ; tries++) {
    const answer = request(url, options)
    const { status, body } = await abortable(answer, AbortSignal.timeout(EXAMPLE_LIMIT))
      .catch(() => ({ status: 0, body: Buffer.alloc(0) })) // the load says more
    if (status < 400) return
    if (tries === TRIES) {
      throw new UserError(`${name} answers ${url} with ${status}: ${excerpt(body)}. ${ADVICE}`)
    }
  }
}

/**
 * @param {string} name of the target
 * @param {Load} load
 * @param {LoadMeasurement} measured
 * @throws {UserError} When all answers are errors, or there are none.
 */
async function ensureAnswered (name, load, { requests, errors, timeouts, statuses }) {
  if (Object.keys(statuses).some((status) => Number(status) < 400)) return
  const { duration, url } = load
  if (requests.total) {
    const problem = `${name} answered all of ${number(requests.total)} requests with an error`
    throw new UserError(`${problem}. ${url} ${await describeAnswer(url, load)}. ${ADVICE}`)
  }
  const problem = `${name} answered none of ${requests.sent} requests in ${duration} s`
  const counts = `${timeouts} timeouts, ${errors - timeouts} other errors`
  const advice = 'send it one request with curl; if that is answered, raise DURATION'
  throw new UserError(`${problem} (${counts}): ${advice}`)
}

/** @param {string} url @param {Load} load */
async function describeAnswer (url, load) {
  try {
    const answer = request(url, load)
    const { status, body } = await abortable(answer, AbortSignal.timeout(EXAMPLE_LIMIT))
    return `gives ${status}: ${excerpt(body)}`
  } catch {
    return 'gives no answer any more'
  }
}

module.exports = { ensureAnswered, ensureUsable }
