'use strict'

// Reasons to distrust a comparison.

/** @import { Series } from './types' */

const { number } = require('../base/format')
const { DISTURBED } = require('../measure/result-warnings')
const { sum } = require('../statistics/median')

/**
 * @param {Series} comparison of two targets
 * @returns {string[]} sentences
 */
function comparisonWarnings ({ targets: [a, b] }) {
  return [
    ...disturbedWarnings([...a.runs, ...b.runs]),
    ...targetWarnings(`A (${a.name})`, a.runs),
    ...targetWarnings(`B (${b.name})`, b.runs)
  ]
}

/** @param {{backgroundCpu?: number|null}[]} runs @returns {string[]} sentences */
function disturbedWarnings (runs) {
  const disturbed = runs.filter(({ backgroundCpu }) => (backgroundCpu ?? 0) > DISTURBED)
  if (!disturbed.length) return []
  const count = `${disturbed.length} of ${runs.length} runs`
  return [`other programs used CPU time in ${count}. Close them and measure again`]
}

function targetWarnings (name, runs) {
  const warnings = []
  const failed = runs.filter(({ errors, non2xx }) => errors || non2xx)
  if (failed.length) {
    const errors = number(sum(failed.map((run) => run.errors)))
    const non2xx = number(sum(failed.map((run) => run.non2xx)))
    warnings.push(`${name} had errors in ${failed.length} of ${runs.length} runs: ${errors} ` +
      `errors, ${non2xx} non-2xx. Requests without an answer are missing from its req/s`)
  }
  const limited = runs.filter(({ bottleneck }) => bottleneck === 'generator')
  if (limited.length) {
    warnings.push(`the load generator was the bottleneck of ${name} in ${limited.length} of ` +
      `${runs.length} runs: it could answer more requests per second`)
  }
  return warnings
}

module.exports = { comparisonWarnings, disturbedWarnings }
