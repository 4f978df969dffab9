'use strict'

/** @import { Result } from '../measure/types' */
/** @import { Analysis, Middle, Series } from './types' */

const { median, medianInterval } = require('../statistics/median')
const { pairedContrast } = require('../statistics/paired')
const { comparisonWarnings } = require('./warnings')

/**
 * Compares the two targets of a series, by pairs of their runs.
 * @param {Series} comparison
 * @returns {Analysis}
 */
function analyzeComparison (comparison) {
  const [a, b] = comparison.targets
  return {
    a: summarizeTarget(a),
    b: summarizeTarget(b),
    byCpu: pairedContrast(cpuTimes(b.runs), cpuTimes(a.runs)),
    byUser: pairedContrast(userTimes(b.runs), userTimes(a.runs)),
    byRate: pairedContrast(rates(a.runs), rates(b.runs)),
    bound: boundOf(a.runs.some(isLimited), b.runs.some(isLimited)),
    warnings: comparisonWarnings(comparison)
  }
}

function summarizeTarget ({ name, runs }) {
  return {
    name,
    n: runs.length,
    rate: middle(rates(runs)),
    limited: runs.some(isLimited),
    cpu: middle(cpuTimes(runs)),
    user: middle(userTimes(runs))
  }
}

/** @param {number[]} values @returns {Middle} */
function middle (values) {
  return { median: median(values), interval: medianInterval(values) }
}

/** @param {Result[]} runs @returns {number[]} req/s */
function rates (runs) {
  return runs.map(({ requests }) => requests.average)
}

/** @param {Result[]} runs @returns {number[]} µs per request */
function cpuTimes (runs) {
  return runs.map(({ cpuPerRequest }) => cpuPerRequest)
}

// Without the time in the kernel.
function userTimes (runs) {
  return runs.map(({ server, requests }) => server.userTime / requests.total)
}

/** @param {Result} result @returns {boolean} whether the server could do more */
function isLimited ({ bottleneck }) {
  return bottleneck === 'generator'
}

// What a ratio of req/s is, if the load generator was the bottleneck of a target.
function boundOf (limitedA, limitedB) {
  if (limitedA && limitedB) return '?'
  if (limitedA) return '≤'
  return limitedB ? '≥' : ''
}

module.exports = { analyzeComparison, cpuTimes, isLimited, middle, rates }
