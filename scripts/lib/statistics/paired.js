'use strict'

const { Studentt } = require('distributions')
const { mean, standardDeviation } = require('./median')

/** @import { PairedContrast } from './types' */

const LEVEL = 0.05

/**
 * Compares two targets by the paired t-test (Box and others, "Statistics for Experimenters", 2005,
 * chapter 3) on the log-ratios of blocks of A B B A, in which steady changes affect both alike.
 * @param {number[]} a A figure of each run. The last of an odd number is left out.
 * @param {number[]} b As many.
 * @returns {PairedContrast} With fewer than two blocks, the interval is 0 to Infinity and p is 1.
 */
function pairedContrast (a, b) {
  const logRatios = []
  for (let i = 1; i < a.length; i += 2) {
    logRatios.push(Math.log((b[i - 1] + b[i]) / (a[i - 1] + a[i])))
  }
  const blocks = logRatios.length
  if (blocks < 2) {
    const ratio = mean(b) / mean(a)
    return { ratio, interval: [0, Infinity], p: 1, blocks, deviation: Infinity }
  }
  const center = mean(logRatios)
  const deviation = standardDeviation(logRatios)
  const half = halfWidth(deviation, blocks)
  return {
    ratio: Math.exp(center),
    interval: [Math.exp(center - half), Math.exp(center + half)],
    p: pValue(center, deviation, blocks),
    blocks,
    deviation
  }
}

/** @param {number} center @param {number} deviation @param {number} blocks */
function pValue (center, deviation, blocks) {
  if (deviation === 0) return center === 0 ? 1 : 0
  const t = Math.abs(center) / deviation * Math.sqrt(blocks)
  return 2 * new Studentt(blocks - 1).cdf(-t)
}

/** @param {number} deviation @param {number} blocks @returns {number} Of the 95 % interval. */
function halfWidth (deviation, blocks) {
  const t = new Studentt(blocks - 1).inv(1 - LEVEL / 2)
  return t * deviation / Math.sqrt(blocks)
}

/** @param {PairedContrast} contrast @returns {number} The smallest share that it could show. */
function visibleChange ({ deviation, blocks }) {
  return Math.exp(halfWidth(deviation, blocks)) - 1
}

/**
 * How many runs of each target would show a change.
 * @param {PairedContrast} contrast
 * @param {number} change A share of 1.
 */
function runsToShow ({ deviation }, change) {
  let blocks = 2
  while (halfWidth(deviation, blocks) > Math.log(1 + change)) {
    blocks = Math.ceil(blocks * 1.1)
  }
  return 2 * blocks
}

module.exports = { pairedContrast, runsToShow, visibleChange }
