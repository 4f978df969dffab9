'use strict'

// The median, and the interval that holds it.

const Summary = require('summary')

const CONFIDENCE = 0.95

/** @param {number[]} values at least one */
const median = (values) => new Summary(values).median()

/**
 * The narrowest interval between two measured values, at equal distances from the ends, that holds the median with a
 * probability of at least 95 %, whatever the distribution: each value is below the median with probability ½.
 * Source: W. J. Conover, "Practical Nonparametric Statistics", 3rd edition, 1999, section 3.2.
 * @type {(values: number[]) => [number, number]|null} null for fewer than six values: they cannot give 95 %
 */
function medianInterval (values) {
  const sorted = values.toSorted((a, b) => a - b)
  const n = sorted.length
  let outside = 0 // the probability that the median lies below the value at `left`
  let ways = 1 // of choosing `left` of n
  let left = 0
  for (; ; left++) {
    outside += ways / 2 ** n
    if (2 * outside > 1 - CONFIDENCE) break
    ways = ways * (n - left) / (left + 1)
  }
  return left === 0 ? null : [sorted[left - 1], sorted[n - left]]
}

module.exports = { median, medianInterval }
