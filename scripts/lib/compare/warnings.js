'use strict'

/** @import { Series } from './types' */

const { number } = require('../cli/format')
const { DISTURBED } = require('../load/result-warnings')
const { sum } = require('../load/medians')

/** @param {Series} comparison of two targets */
function comparisonWarnings ({ targets: [a, b] }) {
  return [
    ...disturbedWarnings([...a.runs, ...b.runs]),
    ...targetWarnings(`A (${a.name})`, a.runs),
    ...targetWarnings(`B (${b.name})`, b.runs)
  ]
}

/** @param {{backgroundCpu?: number|null}[]} runs */
function disturbedWarnings (runs) {
  const count = countRuns(runs, ({ backgroundCpu }) => (backgroundCpu ?? 0) > DISTURBED)
  return count ? [`other programs used CPU time in ${count}. Close them and measure again`] : []
}

function targetWarnings (name, runs) {
  const warnings = []
  const failed = countRuns(runs, ({ errors, non2xx }) => errors || non2xx)
  if (failed) {
    const errors = number(sum(runs.map((run) => run.errors)))
    const non2xx = number(sum(runs.map((run) => run.non2xx)))
    warnings.push(`${name} had errors in ${failed}: ${errors} errors, ${non2xx} non-2xx. ` +
      'Requests without an answer are missing from its req/s')
  }
  const limited = countRuns(runs, ({ bottleneck }) => bottleneck === 'generator')
  if (limited) {
    warnings.push(`the load generator was the bottleneck of ${name} in ${limited}: ` +
      'it could answer more requests per second')
  }
  return warnings
}

function countRuns (runs, test) {
  const { length } = runs.filter(test)
  return length && `${length} of ${runs.length} runs`
}

module.exports = { comparisonWarnings, disturbedWarnings }
