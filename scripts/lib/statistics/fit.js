'use strict'

// A straight line through a series of measurements, by ordinary least squares, and how sure it is.

const { Studentt } = require('distributions')
const { summarize } = require('./welch')

const CONFIDENCE = 0.95
const FEWEST = 5 // points that a series counts as at least: with fewer, their correlation is guesswork itself

/**
 * @typedef {object} Line y = a + b·x
 * @property {number} a
 * @property {number} b
 * @property {[number, number]} aInterval 95 % confidence interval
 * @property {[number, number]} bInterval 95 % confidence interval
 * @property {number} r2 the share of the scatter of y that the line explains, 0 to 1
 */

/**
 * Intervals by Student's t with n − 2 degrees of freedom, where n is what the points are worth: on a machine that is
 * slow for a while, neighbouring points say the same thing, and taking them for independent would be too sure.
 * Sources: N. R. Draper and H. Smith, "Applied Regression Analysis", 3rd edition, 1998, chapter 1; B. D. Santer and
 * others, "Statistical significance of trends and trend differences", Journal of Geophysical Research 105, 2000,
 * section 3 (the effective number of points).
 *
 * @param {{x: number, y: number}[]} points three at least, of two different x at least, in the order they were measured
 * @returns {Line}
 */
function fitLine (points) {
  const mean = { x: summarize(points.map(({ x }) => x)).mean, y: summarize(points.map(({ y }) => y)).mean }
  const sxx = sum(points, ({ x }) => (x - mean.x) ** 2)
  const sxy = sum(points, ({ x, y }) => (x - mean.x) * (y - mean.y))
  const syy = sum(points, ({ y }) => (y - mean.y) ** 2)
  const b = sxy / sxx
  const a = mean.y - b * mean.x

  const residuals = points.map(({ x, y }) => y - a - b * x)
  const n = effectiveCount(residuals)
  const squares = sum(residuals, (residual) => residual ** 2)
  const variance = squares / (n - 2)
  const t = new Studentt(n - 2).inv((1 + CONFIDENCE) / 2)
  const around = (value, error) => [value - t * error, value + t * error]
  return {
    a,
    b,
    aInterval: around(a, Math.sqrt(variance * (1 / points.length + mean.x ** 2 / sxx))),
    bInterval: around(b, Math.sqrt(variance / sxx)),
    r2: syy === 0 ? 1 : 1 - squares / syy
  }
}

/** How many independent residuals these are worth, by the correlation of each with the next. */
function effectiveCount (residuals) {
  const squares = sum(residuals, (residual) => residual ** 2)
  if (squares === 0) return residuals.length
  const correlation = sum(residuals.slice(1), (residual, i) => residual * residuals[i]) / squares
  if (correlation <= 0) return residuals.length
  return Math.max(Math.min(FEWEST, residuals.length), residuals.length * (1 - correlation) / (1 + correlation))
}

const sum = (values, of) => values.reduce((total, value, i) => total + of(value, i), 0)

/**
 * @param {{x: number, y: number}[]} points of positive coordinates
 * @returns {number} the slope of log y over log x: 1 where y grows as x does, 0 where it does not grow
 */
function logSlope (points) {
  return fitLine(points.map(({ x, y }) => ({ x: Math.log(x), y: Math.log(y) }))).b
}

module.exports = { fitLine, logSlope }
