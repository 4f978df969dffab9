'use strict'

// The paired t-test: compares two targets that were measured in turns, A B, B A, A B, …

const { Studentt } = require('distributions')
const { mean, standardDeviation } = require('./median')

/** @import { PairedContrast } from './types' */

const LEVEL = 0.05

/**
 * Compares two targets by Student's t-test on the logarithms of the ratios of the blocks' means.
 * A block is A B B A: what changes steadily while it is measured (heat, another program) affects
 * both alike. Source: G. E. P. Box, J. S. Hunter and W. G. Hunter, "Statistics for Experimenters",
 * 2nd edition, 2005, chapter 3.
 *
 * @param {number[]} a A positive figure of each run, in the order of the runs. The last of an odd
 *   number is left out.
 * @param {number[]} b As many.
 * @returns {PairedContrast} With fewer than two blocks, the interval is 0 to Infinity and p is 1.
 */
function pairedContrast (a, b) {
  const blocks = Math.floor(a.length / 2)
  if (blocks < 2) {
    const ratio = mean(b) / mean(a)
    return { ratio, interval: [0, Infinity], p: 1, blocks, deviation: Infinity }
  }
  const logRatios = []
  for (let i = 0; i < 2 * blocks; i += 2) {
    logRatios.push(Math.log((b[i] + b[i + 1]) / (a[i] + a[i + 1])))
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

/**
 * Half the width of the 95 % interval of the mean log-ratio.
 *
 * @param {number} deviation
 * @param {number} blocks
 */
function halfWidth (deviation, blocks) {
  const t = new Studentt(blocks - 1).inv(1 - LEVEL / 2)
  return t * deviation / Math.sqrt(blocks)
}

/**
 * The smallest change that these runs could show.
 *
 * @param {PairedContrast} contrast With at least two blocks.
 * @returns {number} A share of 1.
 */
function visibleChange ({ deviation, blocks }) {
  return Math.exp(halfWidth(deviation, blocks)) - 1
}

/**
 * How many runs of each target would show a change.
 *
 * @param {PairedContrast} contrast With at least two blocks.
 * @param {number} change A share of 1.
 * @returns {number} An even number.
 */
function runsToShow ({ deviation }, change) {
  let blocks = 2
  while (halfWidth(deviation, blocks) > Math.log(1 + change)) {
    blocks = Math.ceil(blocks * 1.1)
  }
  return 2 * blocks
}

module.exports = { pairedContrast, runsToShow, visibleChange }
