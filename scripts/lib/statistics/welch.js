'use strict'

// Means that differ: a sample in three numbers, and Welch's t-test between two of them.

const Summary = require('summary')
const ttest = require('ttest')

/**
 * @typedef {object} Sample
 * @property {number} mean
 * @property {number} stdev of the sample, with n − 1
 * @property {number} n
 */

/**
 * @param {number[]} values
 * @returns {Sample}
 */
function summarize (values) {
  const summary = new Summary(values)
  return { mean: summary.mean(), stdev: summary.sd(), n: summary.size() }
}

/**
 * Welch's unpaired t-test, two-sided. Source: B. L. Welch, "The generalization of 'Student's' problem when several
 * different population variances are involved", Biometrika 34, 1947.
 *
 * @param {Sample} x of two values at least
 * @param {Sample} y of two values at least
 * @returns {number} the p-value. Where neither varies at all: 1 for equal means, 0 for others
 */
function welch (x, y) {
  if (constant(x, y)) return x.mean === y.mean ? 1 : 0
  return test(x, y).pValue()
}

/**
 * @param {Sample} x
 * @param {Sample} y
 * @param {number} alpha 1 − the confidence
 * @returns {number} half the width of the confidence interval of the difference between the means
 */
function halfWidth (x, y, alpha) {
  if (constant(x, y)) return 0
  const [low, high] = test(x, y, alpha).confidence()
  return (high - low) / 2
}

const constant = (x, y) => x.stdev === 0 && y.stdev === 0

function test (x, y, alpha = 0.05) {
  const data = ({ mean, stdev, n }) => ({ mean, variance: stdev ** 2, size: n })
  return ttest(data(x), data(y), { alpha })
}

module.exports = { halfWidth, summarize, welch }
