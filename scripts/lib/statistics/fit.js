'use strict'

// Fits a straight line through measurements by ordinary least squares, with confidence intervals.

const { Studentt } = require('distributions')
const { summarize } = require('./welch')

const CONFIDENCE = 0.95
const MIN_COUNT = 5 // lower bound of the effective number of points: with fewer, the correlation itself is guesswork

/** @typedef {{x: number, y: number}} Point */

/**
 * @typedef {object} Line y = a + b·x
 * @property {number} a
 * @property {number} b
 * @property {[number, number]} aInterval 95 % confidence interval
 * @property {[number, number]} bInterval 95 % confidence interval
 * @property {number} r2 the share of the variance of y that the line explains, 0 to 1
 */

/**
 * The intervals use Student's t with n − 2 degrees of freedom, where n is the effective number of points: while a
 * machine is slow, neighbouring points say the same, and to count them as independent would overstate the confidence.
 * Sources: N. R. Draper and H. Smith, "Applied Regression Analysis", 3rd edition, 1998, chapter 1; B. D. Santer and
 * others, "Statistical significance of trends and trend differences", Journal of Geophysical Research 105, 2000,
 * section 3 (the effective number of points).
 * @param {Point[]} points at least three, with at least two different x, in the order of the measurements
 * @returns {Line}
 */
function fitLine (points) {
  const mean = { x: summarize(points.map(({ x }) => x)).mean, y: summarize(points.map(({ y }) => y)).mean }
  const sxx = sum(points.map(({ x }) => (x - mean.x) ** 2))
  const sxy = sum(points.map(({ x, y }) => (x - mean.x) * (y - mean.y)))
  const syy = sum(points.map(({ y }) => (y - mean.y) ** 2))
  const b = sxy / sxx
  const a = mean.y - b * mean.x

  const residuals = points.map(({ x, y }) => y - a - b * x)
  const n = effectiveCount(residuals)
  const squares = sumOfSquares(residuals)
  const variance = squares / (n - 2)
  const t = new Studentt(n - 2).inv((1 + CONFIDENCE) / 2)
  /** @type {(value: number, error: number) => [number, number]} */
  const interval = (value, error) => [value - t * error, value + t * error]
  return {
    a,
    b,
    aInterval: interval(a, Math.sqrt(variance * (1 / points.length + mean.x ** 2 / sxx))),
    bInterval: interval(b, Math.sqrt(variance / sxx)),
    r2: syy === 0 ? 1 : 1 - squares / syy
  }
}

/** @param {number[]} residuals counted by how independent they are: from the correlation of each with the next */
function effectiveCount (residuals) {
  const squares = sumOfSquares(residuals)
  if (squares === 0) return residuals.length
  const products = residuals.slice(1).map((residual, i) => residual * residuals[i])
  const correlation = Math.max(0, sum(products) / squares)
  return Math.max(Math.min(MIN_COUNT, residuals.length), residuals.length * (1 - correlation) / (1 + correlation))
}

/** @param {number[]} values */
const sum = (values) => values.reduce((total, value) => total + value, 0)

/** @param {number[]} values */
const sumOfSquares = (values) => sum(values.map((value) => value ** 2))

/** @type {(points: Point[]) => number} the slope of log y over log x: 1 if y is proportional to x, 0 if constant */
const logSlope = (points) => fitLine(points.map(({ x, y }) => ({ x: Math.log(x), y: Math.log(y) }))).b

module.exports = { fitLine, logSlope }
