'use strict'

// Welch's t-test: do two samples have different means?

const Summary = require('summary')
const ttest = require('ttest')

/** @typedef {{mean: number, stdev: number, n: number}} Sample `stdev`: of the sample, with n − 1 */

/** @type {(values: number[]) => Sample} */
function summarize (values) {
  const summary = new Summary(values)
  return { mean: summary.mean(), stdev: summary.sd(), n: summary.size() }
}

/**
 * Welch's unpaired two-sided t-test. Source: B. L. Welch, "The generalization of 'Student's' problem when several
 * different population variances are involved", Biometrika 34, 1947. Samples have at least two values.
 * @type {(x: Sample, y: Sample) => number} the p-value. If neither sample varies: 1 for equal means, else 0
 */
function welch (x, y) {
  if (areConstant(x, y)) return x.mean === y.mean ? 1 : 0
  return runTest(x, y).pValue()
}

/** @type {(x: Sample, y: Sample, alpha: number) => number} half the width of the difference's confidence interval */
function halfWidth (x, y, alpha) {
  if (areConstant(x, y)) return 0
  const [low, high] = runTest(x, y, alpha).confidence()
  return (high - low) / 2
}

/** @type {(x: Sample, y: Sample) => boolean} */
const areConstant = (x, y) => x.stdev === 0 && y.stdev === 0

/** @type {(x: Sample, y: Sample, alpha?: number) => ReturnType<typeof ttest>} */
function runTest (x, y, alpha = 0.05) {
  const [a, b] = [x, y].map(({ mean, stdev, n }) => ({ mean, variance: stdev ** 2, size: n }))
  return ttest(a, b, { alpha })
}

module.exports = { halfWidth, summarize, welch }
