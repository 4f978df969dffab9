'use strict'

// Welch's t-test: do two samples have different means?

const ttest = require('ttest')
const { mean, standardDeviation } = require('../../../scripts/lib/statistics/median')

/** @typedef {{mean: number, stdev: number, n: number}} Sample `stdev` of the sample, with n − 1 */

/**
 * Summarizes a sample.
 *
 * @param {number[]} values At least two.
 * @returns {Sample}
 */
function summarize (values) {
  return {
    mean: mean(values),
    stdev: standardDeviation(values),
    n: values.length
  }
}

/**
 * Welch's unpaired two-sided t-test. Source: B. L. Welch, "The generalization of 'Student's'
 * problem when several different population variances are involved", Biometrika 34, 1947.
 *
 * @param {Sample} x
 * @param {Sample} y
 * @returns {number} The p-value. If neither sample varies: 1 for equal means, else 0.
 */
function welch (x, y) {
  if (areConstant(x, y)) return x.mean === y.mean ? 1 : 0
  return runTest(x, y, 0.05).pValue()
}

/**
 * Half the width of the confidence interval of the difference of two means.
 *
 * @param {Sample} x
 * @param {Sample} y
 * @param {number} alpha 0.05 for the 95 % interval.
 * @returns {number}
 */
function halfWidth (x, y, alpha) {
  if (areConstant(x, y)) return 0
  const [low, high] = runTest(x, y, alpha).confidence()
  return (high - low) / 2
}

/** @param {Sample} x @param {Sample} y */
function areConstant (x, y) {
  return x.stdev === 0 && y.stdev === 0
}

/** @param {Sample} x @param {Sample} y @param {number} alpha */
function runTest (x, y, alpha) {
  return ttest(toTtest(x), toTtest(y), { alpha })
}

/** @param {Sample} sample */
function toTtest ({ mean, stdev, n }) {
  return { mean, variance: stdev ** 2, size: n }
}

module.exports = { halfWidth, summarize, welch }
