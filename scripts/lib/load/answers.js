'use strict'

/** @import { Load, LoadMeasurement } from './types' */

const { UserError } = require('../cli/errors')
const { number } = require('../cli/format')
const { excerpt, request } = require('../server/http-client')

const EXAMPLE_LIMIT = 5_000 // ms

/**
 * Refuses a load that the server did not answer, or answered with errors only.
 * @param {string} name of the target
 * @param {Omit<Load, 'connections'>} load
 * @param {LoadMeasurement} measured
 * @throws {UserError} It shows such an answer.
 */
async function ensureAnswered (name, load, { took, requests, errors, timeouts, statuses }) {
  if (Object.keys(statuses).some((status) => Number(status) < 400)) return
  if (requests.total) {
    const problem = `${name} answered all of ${number(requests.total)} requests with an error`
    const advice = 'Choose another request with URLPATH, METHOD, BODY or HEADER'
    throw new UserError(`${problem}. ${load.url} gives ${await example(load)}. ${advice}`)
  }
  const problem = `${name} answered none of ${requests.sent} requests in ${Math.round(took)} s`
  const counts = `${timeouts} timeouts, ${errors - timeouts} other errors`
  const advice = 'send it one request with curl; if that is answered, raise DURATION'
  throw new UserError(`${problem} (${counts}): ${advice}`)
}

/** @param {Omit<Load, 'connections'>} load @returns the status and the beginning of an answer */
async function example ({ url, method, headers, body }) {
  const signal = AbortSignal.timeout(EXAMPLE_LIMIT)
  try {
    const answer = await request(url, { method, headers, body, signal })
    return `${answer.status}: ${excerpt(answer.body)}`
  } catch {
    return 'no answer any more'
  }
}

module.exports = { ensureAnswered }
