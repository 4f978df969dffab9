'use strict'

/** @import { Analysis, Series } from './types' */

const { cpuTimes, rates, summarizeRuns, userTimes } = require('../load/medians')
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

// What a ratio of req/s is, if the load generator was the bottleneck of a target.
function boundOf (limitedA, limitedB) {
  if (limitedA && limitedB) return '?'
  if (limitedA) return '≤'
  return limitedB ? '≥' : ''
}

module.exports = { analyzeComparison }
