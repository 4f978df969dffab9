'use strict'

/** @import { Result } from '../server/types' */
/** @import { Analysis, Middle, RunsSummary, Series } from './types' */

const { median, medianInterval } = require('../load/median')
const { pairedContrast } = require('./paired')
const { comparisonWarnings } = require('./warnings')

/** @param {Series} comparison of two targets @returns {Analysis} by pairs of their runs */
function analyzeComparison (comparison) {
  const [a, b] = comparison.targets
  const summaryA = summarizeRuns(a.runs)
  const summaryB = summarizeRuns(b.runs)
  return {
    a: { name: a.name, ...summaryA },
    b: { name: b.name, ...summaryB },
    byCpu: pairedContrast(cpuTimes(b.runs), cpuTimes(a.runs)),
    byUser: pairedContrast(userTimes(b.runs), userTimes(a.runs)),
    byRate: pairedContrast(rates(a.runs), rates(b.runs)),
    bound: boundOf(summaryA.limited, summaryB.limited),
    warnings: comparisonWarnings(comparison)
  }
}

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

/** @param {number[]} values @returns {Middle} */
function middle (values) {
  return { median: median(values), interval: medianInterval(values) }
}

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

// What a ratio of req/s is, if the load generator was the bottleneck of a target.
function boundOf (limitedA, limitedB) {
  if (limitedA && limitedB) return '?'
  if (limitedA) return '≤'
  return limitedB ? '≥' : ''
}

module.exports = {
  analyzeComparison,
  cpuTimes,
  middle,
  summarizeRuns
}
