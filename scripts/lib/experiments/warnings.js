'use strict'

// Reasons to distrust a comparison: a busy machine, unstable runs, errors, a load generator that
// was the bottleneck.

const { number, significant } = require('../base/format')
const { backgroundCpuWarnings, loadedMachineWarnings } = require('../measure/result-warnings')
const { median, sum } = require('../statistics/median')

/**
 * @import { Result } from '../measure/types'
 * @import { Series } from './types'
 */

const OUTLIER = { runs: 6, deviations: 8, change: 0.1 }
const LISTED = 3 // outliers

/**
 * @param {Series} comparison Of two targets.
 * @returns {string[]} One sentence each.
 */
function comparisonWarnings ({ environment, targets: [a, b] }) {
  const runs = [...a.runs, ...b.runs]
  return [
    ...loadedMachineWarnings(environment, runs),
    ...disturbedWarnings(runs),
    ...targetWarnings(`A (${a.name})`, a.runs),
    ...targetWarnings(`B (${b.name})`, b.runs)
  ]
}

/** @param {string} name @param {Result[]} runs */
function targetWarnings (name, runs) {
  const costs = runs.flatMap(({ cpuPerRequest }) => cpuPerRequest || [])
  const outliers = costs.length === runs.length
    ? outlierWarnings(`the CPU time of ${name}`, costs)
    : outlierWarnings(name, runs.map(({ requests }) => requests.average))
  return [...outliers, ...errorWarnings(name, runs), ...generatorWarnings(name, runs)]
}

/**
 * @param {{backgroundCpu?: number | null}[]} runs
 * @returns {string[]}
 */
function disturbedWarnings (runs) {
  const disturbed = runs.filter(({ backgroundCpu = null }) =>
    backgroundCpuWarnings(backgroundCpu).length)
  if (!disturbed.length) return []
  const count = `${disturbed.length} of ${runs.length} runs`
  return [`other programs used CPU time in ${count}. Close them and measure again`]
}

/**
 * A run is an outlier if it is further from the median than eight median absolute deviations (5.4
 * standard deviations of normal noise) and than 10 % of the median. Fewer than six runs say too
 * little about the deviation. Source: C. Leys et al., "Detecting outliers", Journal of Experimental
 * Social Psychology 49, 2013; its limit is about half as far away.
 *
 * @param {string} name Of the figure.
 * @param {number[]} values One of each run.
 * @returns {string[]}
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
  const list = outliers.slice(0, LISTED).map(significant).join(', ')
  return [`${name} was far from its median of ${significant(center)} in ${count}: ${list}. ` +
    'Look for what disturbed them, and measure again']
}

/** @param {string} name @param {Result[]} runs */
function errorWarnings (name, runs) {
  const failed = runs.filter(({ errors, non2xx }) => errors || non2xx)
  if (!failed.length) return []
  const errors = sum(failed.map((run) => run.errors))
  const non2xx = sum(failed.map((run) => run.non2xx))
  return [`${name} had errors in ${failed.length} of ${runs.length} runs: ${number(errors)} ` +
    `errors, ${number(non2xx)} non-2xx. Requests without an answer are missing from its req/s`]
}

/** @param {string} name @param {Result[]} runs */
function generatorWarnings (name, runs) {
  const limited = runs.filter(({ bottleneck }) => bottleneck === 'generator').length
  if (!limited) return []
  const count = `${limited} of ${runs.length} runs`
  return [`the load generator was the bottleneck of ${name} in ${count}: ` +
    'it could answer more requests per second']
}

module.exports = { comparisonWarnings, disturbedWarnings, outlierWarnings }
