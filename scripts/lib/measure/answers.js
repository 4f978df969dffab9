'use strict'

/** @import { Load, LoadMeasurement } from './types' */

const { abortable } = require('../base/abortable')
const { UserError } = require('../base/errors')
const { number } = require('../base/format')
const { excerpt, request } = require('../system/http-client')

const EXAMPLE_LIMIT = 5_000 // ms
const ADVICE = 'Choose another request with URLPATH, METHOD, BODY or HEADER'

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
    const problem = `${name} answered all of ${number(requests.total)} requests with an error`
    throw new UserError(`${problem}. ${load.url} ${await describeAnswer(load)}. ${ADVICE}`)
  }
  const problem = `${name} answered none of ${requests.sent} requests in ${Math.round(took)} s`
  const counts = `${timeouts} timeouts, ${errors - timeouts} other errors`
  const advice = 'send it one request with curl; if that is answered, raise DURATION'
  throw new UserError(`${problem} (${counts}): ${advice}`)
}

async function describeAnswer ({ url, ...load }) {
  try {
    const { status, body } = await abortable(request(url, load), AbortSignal.timeout(EXAMPLE_LIMIT))
    return `gives ${status}: ${excerpt(body)}`
  } catch {
    return 'gives no answer any more'
  }
}

module.exports = { ensureAnswered }
