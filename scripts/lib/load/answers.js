'use strict'

/** @import { Load, LoadMeasurement } from '../server/types' */

const { UserError } = require('../cli/errors')
const { number } = require('../cli/format')
const { excerpt, request } = require('../server/http-client')

const EXAMPLE_LIMIT = 5_000 // ms
const TRIES = 3 // a server may answer some requests with an error
const ADVICE = 'Choose another request with URLPATH, METHOD, BODY or HEADER'

/**
 * Refuses a request before it is loaded.
 * @param {string} name of the target
 * @param {Omit<Load, 'connections'>} load
 * @throws {UserError} When its answers are errors. It shows the last one.
 */
async function ensureUsable (name, load) {
  for (let tries = 1; ; tries++) {
    const answer = await tryRequest(load)
    if (!answer || answer.status < 400) return // of no answer at all, the load says more
    if (tries < TRIES) continue
    const { status, body } = answer
    throw new UserError(`${name} answers ${load.url} with ${status}: ${excerpt(body)}. ${ADVICE}`)
  }
}

/**
 * Refuses a load that the server did not answer, or answered with errors only.
 * @param {string} name of the target
 * @param {Load} load
 * @param {LoadMeasurement} measured
 * @throws {UserError} It shows such an answer.
 */
async function ensureAnswered (name, load, { took, requests, errors, timeouts, statuses }) {
  if (Object.keys(statuses).some((status) => Number(status) < 400)) return
  if (requests.total) {
    const answer = await tryRequest(load)
    const example = answer
      ? `gives ${answer.status}: ${excerpt(answer.body)}`
      : 'gives no answer any more'
    const problem = `${name} answered all of ${number(requests.total)} requests with an error`
    throw new UserError(`${problem}. ${load.url} ${example}. ${ADVICE}`)
  }
  const problem = `${name} answered none of ${requests.sent} requests in ${Math.round(took)} s`
  const counts = `${timeouts} timeouts, ${errors - timeouts} other errors`
  const advice = 'send it one request with curl; if that is answered, raise DURATION'
  throw new UserError(`${problem} (${counts}): ${advice}`)
}

async function tryRequest ({ url, ...options }) {
  const signal = AbortSignal.timeout(EXAMPLE_LIMIT)
  return await request(url, { ...options, signal }).catch(() => null)
}

module.exports = { ensureAnswered, ensureUsable }
