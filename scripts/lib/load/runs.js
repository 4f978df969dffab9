'use strict'

// Several runs of one target.

/** @import { RunsSummary } from './types' */
/** @import { Result } from '../server/types' */

const { middle } = require('./median')

/** @param {Result[]} runs of one target @returns {RunsSummary} */
function summarizeRuns (runs) {
  return {
    n: runs.length,
    rate: middle(rates(runs)),
    limited: runs.some(({ bottleneck }) => bottleneck === 'generator'),
    cpu: middle(cpuTimes(runs)),
    user: middle(userTimes(runs))
  }
}

/** @param {Result[]} runs @returns {number[]} req/s */
function rates (runs) {
  return runs.map(({ requests }) => requests.average)
}

/** @param {Result[]} runs @returns {number[]} µs per request */
function cpuTimes (runs) {
  return runs.map(({ cpuPerRequest }) => cpuPerRequest)
}

/** @param {Result[]} runs @returns {number[]} µs per request, without the time in the kernel */
function userTimes (runs) {
  return runs.map(({ server, requests }) => server.userTime / requests.total)
}

module.exports = { cpuTimes, rates, summarizeRuns, userTimes }
