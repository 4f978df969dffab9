'use strict'

// Compares two samples by Welch's test, and bounds the ratio of their means.

const { halfWidth, welch } = require('./welch')

const LEVELS = [0.05, 0.01, 0.001] // the risk of a false positive at *, ** and ***
const NO_BOUND = 1e6 // times the measured ratio: if even that may be true, the ratio has no upper bound

/** @typedef {import('./welch').Sample} Sample */

/**
 * @typedef {object} Contrast of two samples, A and B
 * @property {number} ratio mean of B to mean of A
 * @property {[number, number]} ratioInterval 95 % confidence interval of the ratio; up to Infinity (in JSON: null)
 *   if A varies so much that its mean may be 0
 * @property {number} improvement of B on A, %
 * @property {number[]} accuracy half the widths of the improvement's confidence intervals at 95, 99 and 99.9 %, in
 *   percentage points
 * @property {number} p the probability of a difference at least this large if both means were equal
 * @property {string} stars '*' for p < 0.05, '**' for p < 0.01, '***' for p < 0.001, else ''
 */

/** @type {(a: Sample, b: Sample) => Contrast} the mean of A must be above 0 */
function contrast (a, b) {
  const p = welch(b, a)
  return {
    ratio: b.mean / a.mean,
    ratioInterval: ratioInterval(a, b),
    improvement: (b.mean / a.mean - 1) * 100,
    accuracy: LEVELS.map((level) => halfWidth(b, a, level) / a.mean * 100),
    p,
    stars: '*'.repeat(LEVELS.filter((level) => p < level).length)
  }
}

/**
 * The 95 % confidence interval of the ratio: every r for which Welch's test finds no difference between B and r × A.
 * This is Fieller's interval with Welch's degrees of freedom. Welch's interval on the logarithms would also do, but
 * this one belongs to the printed ratio of means, and contains 1 exactly if there is no star.
 * Sources: E. C. Fieller, "Some problems in interval estimation", Journal of the Royal Statistical Society B 16, 1954;
 * for unequal variances A. C. Tamhane and B. R. Logan, "Finding the maximum safe dose level for heteroscedastic data",
 * Journal of Biopharmaceutical Statistics 14, 2004.
 * @type {(a: Sample, b: Sample) => [number, number]}
 */
function ratioInterval (a, b) {
  /** @param {number} r */
  const differs = (r) => welch(b, { mean: r * a.mean, stdev: r * a.stdev, n: a.n }) < LEVELS[0]
  const ratio = b.mean / a.mean
  const highest = ratio * NO_BOUND
  return [differs(0) ? bisect(differs, ratio, 0) : 0, differs(highest) ? bisect(differs, ratio, highest) : Infinity]
}

/** @type {(differs: (r: number) => boolean, same: number, different: number) => number} where `differs` changes */
function bisect (differs, same, different) {
  const tolerance = Math.abs(same) * 1e-12
  while (Math.abs(different - same) > tolerance) {
    const middle = (same + different) / 2
    if (differs(middle)) different = middle
    else same = middle
  }
  return same
}

module.exports = { contrast, LEVELS }
