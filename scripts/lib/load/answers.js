'use strict'

// What the answers of a load say: whether it is a result, and what is missing in it.

/** @import { LoadMeasurement } from './types' */

const { UserError } = require('../cli/errors')
const { number, percent } = require('../cli/format')

/**
 * Refuses a load that the server did not answer, or answered with errors only.
 * @param {string} name of the target
 * @param {string} url
 * @param {LoadMeasurement} measured
 * @throws {UserError} It has the statuses.
 */
function ensureAnswered (name, url, { took, requests, errors, timeouts, statuses }) {
  if (Object.keys(statuses).some((status) => Number(status) < 400)) return
  if (requests.total) {
    const all = `${name} answered all of ${number(requests.total)} requests to ${url}`
    const advice = 'Choose another request with URLPATH, METHOD, BODY or HEADER'
    throw new UserError(`${all} with an error: ${countStatuses(statuses)}. ${advice}`)
  }
  const problem = `${name} answered none of ${requests.sent} requests in ${Math.round(took)} s`
  const counts = `${timeouts} timeouts, ${errors - timeouts} other errors`
  const advice = 'send it one request with curl --http1.1; if that is answered, raise DURATION'
  throw new UserError(`${problem} (${counts}): ${advice}`)
}

/** @param {LoadMeasurement} measured with answers @returns {string[]} sentences */
function answerWarnings ({ requests, errors, timeouts, non2xx, statuses }) {
  const warnings = []
  if (non2xx) {
    const problem = `${percent(non2xx / requests.total)} of the answers had a status other than 2xx`
    const advice = '404' in statuses ? 'check the path' : 'check what the server reports'
    warnings.push(`${problem} (${countStatuses(statuses)}): ${advice}`)
  }
  if (errors) {
    const failed = errors - timeouts
    const counts = []
    if (timeouts) counts.push(`${number(timeouts)} timed out after 10 s`)
    if (failed) counts.push(`${number(failed)} failed with a connection error`)
    const problem = 'requests without an answer are missing from latency and req/s'
    warnings.push(`${problem}: ${counts.join(', ')}`)
  }
  return warnings
}

/** @param {Record<string, number>} statuses @returns how often each came that is not 2xx */
function countStatuses (statuses) {
  const others = Object.entries(statuses).filter(([status]) => !status.startsWith('2'))
  return others.map(([status, count]) => `${status} × ${number(count)}`).join(', ')
}

module.exports = { answerWarnings, ensureAnswered }
