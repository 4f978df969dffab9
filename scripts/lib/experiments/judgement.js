'use strict'

// The judgement of a comparison: Node core's table (benchmark/compare.R), and the ratio with its confidence interval.

const { comparisonWarnings } = require('./warnings')
const { UserError } = require('../cli/errors')
const { halfWidth, summarize, welch } = require('../statistics/welch')

const LEVELS = [0.05, 0.01, 0.001] // the risk of a false positive at *, ** and ***
const FAR = 1e6 // a ratio so many times the measured one counts as no bound

/**
 * @typedef {object} Contrast of two samples, A and B
 * @property {number} ratio mean of B to mean of A
 * @property {[number, number]} ratioInterval 95 % confidence interval of the ratio; up to Infinity (in JSON: null)
 *   where the runs of A scatter so much that its mean may be nothing
 * @property {number} improvement of B on A, %
 * @property {number[]} accuracy half the widths of the improvement's confidence intervals at 95, 99 and 99.9 %, in
 *   percentage points
 * @property {number} p the probability of a difference like this, or a larger one, between two of the same speed
 * @property {''|'*'|'**'|'***'} stars p < 0.05, p < 0.01, p < 0.001
 */

/**
 * @typedef {Contrast & object} Judgement everything that the table of a comparison shows
 * @property {import('../statistics/welch').Sample & {name: string}} a req/s over the runs
 * @property {import('../statistics/welch').Sample & {name: string}} b
 * @property {number[]} falsePositives to expect at *, ** and *** in this one comparison
 * @property {string[]} warnings what speaks against believing it, a sentence each
 */

/**
 * Judges the req/s of two targets as Node core judges its benchmarks. Source: nodejs/node, benchmark/compare.R.
 *
 * @param {import('./comparison').Comparison} comparison
 * @returns {Judgement}
 * @throws {UserError} when one of the two answered nothing in any run: there is no ratio to nothing
 */
function judgeComparison (comparison) {
  const a = side(comparison.a, comparison.runs.a)
  const b = side(comparison.b, comparison.runs.b)
  return { a, b, ...contrast(a, b), falsePositives: LEVELS, warnings: comparisonWarnings(comparison) }
}

/**
 * What Welch's test says of two samples.
 *
 * @param {import('../statistics/welch').Sample} a of a mean above 0
 * @param {import('../statistics/welch').Sample} b
 * @returns {Contrast}
 */
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

function side (name, runs) {
  const sample = summarize(runs.map(({ requests }) => requests.average))
  if (sample.mean === 0) throw new UserError(`${name} answered nothing in ${sample.n} runs: there is no ratio to that`)
  return { name, ...sample }
}

/**
 * The 95 % confidence interval of the ratio: every r for which Welch's test finds no difference between B and r × A.
 * That is Fieller's interval with Welch's degrees of freedom. Welch's interval on the logarithms would do as well;
 * this one belongs to the very ratio of means that is printed, and holds 1 exactly when there is no star.
 * Sources: E. C. Fieller, "Some problems in interval estimation", Journal of the Royal Statistical Society B 16, 1954;
 * for unequal variances A. C. Tamhane and B. R. Logan, "Finding the maximum safe dose level for heteroscedastic data",
 * Journal of Biopharmaceutical Statistics 14, 2004.
 *
 * @param {import('../statistics/welch').Sample} a
 * @param {import('../statistics/welch').Sample} b
 * @returns {[number, number]}
 */
function ratioInterval (a, b) {
  const differs = (r) => welch(b, { mean: r * a.mean, stdev: r * a.stdev, n: a.n }) < LEVELS[0]
  const ratio = b.mean / a.mean
  return [
    differs(0) ? edge(differs, ratio, 0) : 0,
    differs(ratio * FAR) ? edge(differs, ratio, ratio * FAR) : Infinity
  ]
}

/** Halves the way from a ratio that does not differ to one that does, until it knows where the one becomes the other. */
function edge (differs, same, different) {
  const enough = same * 1e-12
  while (Math.abs(different - same) > enough) {
    const middle = (same + different) / 2
    if (differs(middle)) different = middle
    else same = middle
  }
  return same
}

module.exports = { contrast, judgeComparison, LEVELS }
