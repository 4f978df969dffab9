'use strict'

// Compares two targets that were measured in turns: A B, B A, A B, …

const { Normal, Studentt } = require('distributions')
const { summarize } = require('./welch')

const LEVEL = 0.05
const [STEP, LARGEST] = [0.005, 6] // of an integral: of up to 500 blocks, s has a deviation of 0.03

/**
 * @typedef {object} PairedContrast
 * @property {number} ratio B to A: the geometric mean over the blocks
 * @property {[number, number]} interval 95 % confidence interval of the ratio
 * @property {number} p the probability of a ratio at least this far from 1 if both were equal
 * @property {number} blocks how many; each has two runs of A and two of B
 * @property {number} deviation standard deviation of the blocks' log-ratios
 */

/**
 * A block is A B B A: what changes steadily while it is measured (heat, another program) affects both alike. Student's
 * t-test judges the logarithms of the ratios of the blocks' means. Neighbouring runs on a shared machine resemble each
 * other. Welch's test takes them for independent, so its interval is too wide.
 * Source: G. E. P. Box, J. S. Hunter and W. G. Hunter, "Statistics for Experimenters", 2nd edition, 2005, chapter 3.
 * @param {number[]} a a positive figure of each run, in the order of the runs; the last of an odd number is left out
 * @param {number[]} b as many
 * @returns {PairedContrast} with less than two blocks, only the ratio says something: the interval is 0 to Infinity
 */
function pairedContrast (a, b) {
  const logRatios = Array.from({ length: Math.floor(a.length / 2) }, (_, i) =>
    Math.log((b[2 * i] + b[2 * i + 1]) / (a[2 * i] + a[2 * i + 1])))
  const blocks = logRatios.length
  if (blocks < 2) {
    const ratio = summarize(b).mean / summarize(a).mean
    return { ratio, interval: [0, Infinity], p: 1, blocks, deviation: Infinity }
  }
  const { mean, stdev: deviation } = summarize(logRatios)
  const half = halfWidth(deviation, blocks)
  const t = -Math.abs(mean) / deviation * Math.sqrt(blocks)
  const p = deviation === 0 ? Number(mean === 0) : 2 * student(blocks).cdf(t)
  return { ratio: Math.exp(mean), interval: [Math.exp(mean - half), Math.exp(mean + half)], p, blocks, deviation }
}

/** @param {number} blocks */
const student = (blocks) => new Studentt(blocks - 1)

/** @type {(deviation: number, blocks: number) => number} half the width of the mean log-ratio's 95 % interval */
const halfWidth = (deviation, blocks) => student(blocks).inv(1 - LEVEL / 2) * deviation / Math.sqrt(blocks)

/** @type {(contrast: PairedContrast) => number} the smallest change that these runs could show, as a share of 1 */
const visibleChange = ({ deviation, blocks }) => Math.exp(halfWidth(deviation, blocks)) - 1

/** @type {(contrast: PairedContrast, change: number) => number} how many runs would show a change of this share */
function runsToShow ({ deviation }, change) {
  let blocks = 2
  while (halfWidth(deviation, blocks) > Math.log(1 + change)) blocks = Math.ceil(blocks * 1.1)
  return 2 * blocks
}

/**
 * The probability that the upper end of the interval is below `bound`, if the true ratio is `ratio` and the noise is
 * that of these runs: that of the noncentral t distribution, as the mean over what s, the deviation of the sample
 * divided by the true one, may be. Source: N. L. Johnson and B. L. Welch, "Applications of the non-central
 * t-distribution", Biometrika 31, 1940.
 * @type {(contrast: PairedContrast, ratio: number, bound: number) => number}
 */
function probabilityBelow ({ deviation, blocks }, ratio, bound) {
  const df = blocks - 1
  const t = student(blocks).inv(LEVEL / 2)
  const shift = Math.log(ratio / bound) / (Math.max(deviation, Number.EPSILON) / Math.sqrt(blocks))
  let [below, all] = [0, 0]
  for (let s = STEP / 2; s < LARGEST; s += STEP) {
    const density = Math.exp((df - 1) * Math.log(s) - df / 2 * (s ** 2 - 1)) // of df·s², chi-squared, not normalised
    below += density * normalBelow(t * s - shift)
    all += density
  }
  return below / all
}

/** @param {number} value of a standard normal distribution, even an infinite one */
const normalBelow = (value) => new Normal().cdf(Math.max(-30, Math.min(30, value)))

module.exports = { pairedContrast, probabilityBelow, runsToShow, visibleChange }
