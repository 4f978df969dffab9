'use strict'

// Fits a straight line through measurements by ordinary least squares, with confidence intervals.

const { Studentt } = require('distributions')
const { mean, sum } = require('./median')

/** @import { Interval, Line, Point } from './types' */

const CONFIDENCE = 0.95
const MIN_COUNT = 5 // effective points: with fewer, the correlation itself is guesswork

/**
 * Fits y = a + b·x. The intervals use Student's t with n − 2 degrees of freedom, where n is the
 * effective number of points: while a machine is slow, neighbouring points resemble each other.
 * Sources: N. R. Draper and H. Smith, "Applied Regression Analysis", 3rd edition, 1998, chapter 1;
 * B. D. Santer and others, "Statistical significance of trends and trend differences", Journal of
 * Geophysical Research 105, 2000, section 3.
 *
 * @param {Point[]} points At least three, with at least two different x, in the order of the
 *   measurements.
 * @returns {Line}
 */
function fitLine (points) {
  const meanX = mean(points.map(({ x }) => x))
  const meanY = mean(points.map(({ y }) => y))
  const sxx = sum(points.map(({ x }) => (x - meanX) ** 2))
  const sxy = sum(points.map(({ x, y }) => (x - meanX) * (y - meanY)))
  const syy = sum(points.map(({ y }) => (y - meanY) ** 2))
  const b = sxy / sxx
  const a = meanY - b * meanX

  const residuals = points.map(({ x, y }) => y - a - b * x)
  const squares = sumOfSquares(residuals)
  const freedom = effectiveCount(residuals) - 2
  const t = new Studentt(freedom).inv((1 + CONFIDENCE) / 2)
  const variance = squares / freedom
  const errorOfA = t * Math.sqrt(variance * (1 / points.length + meanX ** 2 / sxx))
  const errorOfB = t * Math.sqrt(variance / sxx)
  return {
    a,
    b,
    aInterval: [a - errorOfA, a + errorOfA],
    bInterval: [b - errorOfB, b + errorOfB],
    r2: syy === 0 ? 1 : 1 - squares / syy
  }
}

/**
 * The number of independent points, from the correlation of each residual with the next.
 *
 * @param {number[]} residuals
 */
function effectiveCount (residuals) {
  const count = residuals.length
  const squares = sumOfSquares(residuals)
  if (squares === 0) return count
  const products = residuals.slice(1).map((residual, i) => residual * residuals[i])
  const correlation = Math.max(0, sum(products) / squares)
  const effective = count * (1 - correlation) / (1 + correlation)
  return Math.max(effective, Math.min(MIN_COUNT, count))
}

/** @param {number[]} values */
function sumOfSquares (values) {
  return sum(values.map((value) => value ** 2))
}

module.exports = { fitLine }
