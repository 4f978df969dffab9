'use strict'

// Reasons to distrust a comparison: a busy machine, unstable runs, errors, a load generator that
// was the bottleneck.

const { number, significant } = require('../base/format')
const { backgroundCpuWarnings, loadedMachineWarnings } = require('../measure/result-warnings')
const { median } = require('../statistics/median')

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
  const sides = [
    { name: `A (${a.name})`, runs: a.runs },
    { name: `B (${b.name})`, runs: b.runs }
  ]
  const runs = [...a.runs, ...b.runs]
  const byCpu = runs.every(({ cpuPerRequest }) => cpuPerRequest)
  return [
    ...loadedMachineWarnings(environment, runs),
    ...disturbedWarnings(runs),
    ...sides.flatMap(({ name, runs }) => byCpu
      ? outlierWarnings(`the CPU time of ${name}`, runs.map((run) => run.cpuPerRequest ?? 0))
      : outlierWarnings(name, runs.map(({ requests }) => requests.average))),
    ...sides.flatMap(({ name, runs }) => errorWarnings(name, runs)),
    ...generatorWarnings(a.runs, b.runs)
  ]
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
  let failedRuns = 0
  let errors = 0
  let non2xx = 0
  for (const run of runs) {
    if (run.errors || run.non2xx) failedRuns++
    errors += run.errors
    non2xx += run.non2xx
  }
  if (!failedRuns) return []
  const counts = `${number(errors)} errors, ${number(non2xx)} non-2xx`
  return [`${name} had errors in ${failedRuns} of ${runs.length} runs: ${counts}. ` +
    'Requests without an answer are missing from its req/s']
}

/** @param {Result[]} a @param {Result[]} b */
function generatorWarnings (a, b) {
  const inA = countLimited(a)
  const inB = countLimited(b)
  const subject = 'the load generator was the bottleneck of'
  if (inA && inB) {
    return [`${subject} both (A in ${inA} of ${a.length} runs, B in ${inB} of ${b.length} runs): ` +
      'the ratio compares the generator with itself']
  }
  if (inA) {
    return [`${subject} A (in ${inA} of ${a.length} runs): A could do more, ` +
      'the ratio is an upper bound']
  }
  if (inB) {
    return [`${subject} B (in ${inB} of ${b.length} runs): B could do more, ` +
      'the ratio is a lower bound']
  }
  return []
}

/** @param {Result[]} runs */
function countLimited (runs) {
  return runs.filter(({ bottleneck }) => bottleneck === 'generator').length
}

module.exports = { comparisonWarnings, disturbedWarnings, outlierWarnings }
