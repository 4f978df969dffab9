'use strict'

// Reasons to distrust a comparison: a busy machine, unstable runs, errors, a load generator that
// was the bottleneck.

/** @import { Result } from '../measure/types' */
/** @import { Series } from './types' */

const { number, significant } = require('../base/format')
const { backgroundCpuWarnings } = require('../measure/result-warnings')
const { median, sum } = require('../statistics/median')

const OUTLIER = { runs: 6, deviations: 8, change: 0.1 }

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
  const disturbed = runs.filter(({ backgroundCpu = null }) =>
    backgroundCpuWarnings(backgroundCpu).length)
  if (!disturbed.length) return []
  const count = `${disturbed.length} of ${runs.length} runs`
  return [`other programs used CPU time in ${count}. Close them and measure again`]
}

/** @param {string} name @param {Result[]} runs */
function targetWarnings (name, runs) {
  const costs = runs.flatMap(({ cpuPerRequest }) => cpuPerRequest || [])
  const warnings = costs.length === runs.length
    ? outlierWarnings(`the CPU time of ${name}`, costs)
    : outlierWarnings(name, runs.map(({ requests }) => requests.average))
  const failed = runs.filter(({ errors, non2xx }) => errors || non2xx)
  if (failed.length) {
    const errors = number(sum(failed.map((run) => run.errors)))
    const non2xx = number(sum(failed.map((run) => run.non2xx)))
    warnings.push(`${name} had errors in ${failed.length} of ${runs.length} runs: ${errors} ` +
      `errors, ${non2xx} non-2xx. Requests without an answer are missing from its req/s`)
  }
  const limited = runs.filter(({ bottleneck }) => bottleneck === 'generator').length
  if (limited) {
    warnings.push(`the load generator was the bottleneck of ${name} in ${limited} of ` +
      `${runs.length} runs: it could answer more requests per second`)
  }
  return warnings
}

/**
 * Finds runs further from the median than eight median absolute deviations (5.4 standard deviations
 * of normal noise) and than 10 % of the median. Fewer than six runs say too little about the
 * deviation. Source: C. Leys et al., "Detecting outliers", Journal of Experimental Social
 * Psychology 49, 2013; its limit is about half as far away.
 * @param {string} name of the figure
 * @param {number[]} values one of each run
 * @returns {string[]} sentences
 */
function outlierWarnings (name, values) {
  if (values.length < OUTLIER.runs) return []
  const center = median(values)
  const distances = values.map((value) => Math.abs(value - center))
  const limit = Math.max(
    OUTLIER.deviations * median(distances),
    OUTLIER.change * Math.abs(center)
  )
  const outliers = values.filter((_, i) => distances[i] > limit)
  if (!outliers.length) return []
  const count = `${outliers.length} of ${values.length} runs`
  const list = outliers.slice(0, 3).map(significant).join(', ')
  return [`${name} was far from its median of ${significant(center)} in ${count}: ${list}. ` +
    'Look for what disturbed them, and measure again']
}

module.exports = { comparisonWarnings, disturbedWarnings, outlierWarnings }
