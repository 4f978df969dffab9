'use strict'

/** @param {number[]} values */
function sum (values) {
  return values.reduce((total, value) => total + value, 0)
}

/** @param {number[]} values At least one. */
function mean (values) {
  return sum(values) / values.length
}

/** @param {number[]} values a sample @returns {number} 0 for a single value */
function standardDeviation (values) {
  const center = mean(values)
  return Math.sqrt(sum(values.map((value) => (value - center) ** 2)) / (values.length - 1 || 1))
}

module.exports = { mean, standardDeviation, sum }
