'use strict'

const { Studentt } = require('distributions')
const { mean, standardDeviation } = require('../load/statistics')

/** @import { PairedContrast } from './types' */

const LEVEL = 0.05
const MIN_PAIRS = 3 // pairs: the interval of two spans more than a factor of five

/**
 * Compares two targets by the paired t-test (Box and others, "Statistics for Experimenters", 2005,
 * chapter 3) on the log-ratios of runs that were measured side by side.
 * @param {number[]} a a figure of each run
 * @param {number[]} b as many, each from the same round as that of A
 * @returns {PairedContrast} with fewer than three pairs, there is no interval and p is 1
 */
function pairedContrast (a, b) {
  const logRatios = a.map((value, i) => Math.log(b[i] / value))
  const pairs = logRatios.length
  const center = mean(logRatios)
  const ratio = Math.exp(center)
  if (pairs < MIN_PAIRS) {
    return {
      ratio,
      interval: null,
      p: 1,
      pairs,
      deviation: Infinity
    }
  }
  const deviation = standardDeviation(logRatios)
  const half = halfWidth(deviation, pairs)
  return {
    ratio,
    interval: [Math.exp(center - half), Math.exp(center + half)],
    p: pValue(center, deviation, pairs),
    pairs,
    deviation
  }
}

/** @param {number} center @param {number} deviation @param {number} pairs */
function pValue (center, deviation, pairs) {
  if (deviation === 0) return center === 0 ? 1 : 0
  const t = Math.abs(center) / deviation * Math.sqrt(pairs)
  return 2 * new Studentt(pairs - 1).cdf(-t)
}

/**
 * @param {number} deviation of a sample
 * @param {number} pairs its size
 * @returns {number} half the width of the 95 % interval of its mean
 */
function halfWidth (deviation, pairs) {
  const t = new Studentt(pairs - 1).inv(1 - LEVEL / 2)
  return t * deviation / Math.sqrt(pairs)
}

/** @param {PairedContrast} contrast @returns {number} the smallest difference it could show */
function visibleChange ({ deviation, pairs }) {
  return Math.exp(halfWidth(deviation, pairs)) - 1
}

module.exports = { halfWidth, pairedContrast, visibleChange, MIN_PAIRS }
