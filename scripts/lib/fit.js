'use strict'

// A straight line through points, by ordinary least squares, and how sure it is.

const { Studentt } = require('distributions')
const { summarize } = require('./welch')

const CONFIDENCE = 0.95

/**
 * @typedef {object} Line y = a + b·x
 * @property {number} a
 * @property {number} b
 * @property {[number, number]} aInterval 95 % confidence interval
 * @property {[number, number]} bInterval 95 % confidence interval
 * @property {number} r2 the share of the scatter of y that the line explains, 0 to 1
 */

/**
 * Source: N. R. Draper and H. Smith, "Applied Regression Analysis", 3rd edition, 1998, chapter 1: Student's t with
 * n − 2 degrees of freedom.
 *
 * @param {{x: number, y: number}[]} points three at least, of two different x at least
 * @returns {Line}
 */
function line (points) {
  const n = points.length
  const mean = { x: summarize(points.map(({ x }) => x)).mean, y: summarize(points.map(({ y }) => y)).mean }
  const sum = (of) => points.reduce((total, point) => total + of(point), 0)
  const sxx = sum(({ x }) => (x - mean.x) ** 2)
  const sxy = sum(({ x, y }) => (x - mean.x) * (y - mean.y))
  const syy = sum(({ y }) => (y - mean.y) ** 2)
  const b = sxy / sxx
  const a = mean.y - b * mean.x

  const residual = sum(({ x, y }) => (y - a - b * x) ** 2)
  const variance = residual / (n - 2)
  const t = new Studentt(n - 2).inv((1 + CONFIDENCE) / 2)
  const around = (value, error) => [value - t * error, value + t * error]
  return {
    a,
    b,
    aInterval: around(a, Math.sqrt(variance * (1 / n + mean.x ** 2 / sxx))),
    bInterval: around(b, Math.sqrt(variance / sxx)),
    r2: syy === 0 ? 1 : 1 - residual / syy
  }
}

/**
 * @param {{x: number, y: number}[]} points of positive coordinates
 * @returns {number} the slope of log y over log x: 1 where y grows as x does, 0 where it does not grow
 */
function logSlope (points) {
  return line(points.map(({ x, y }) => ({ x: Math.log(x), y: Math.log(y) }))).b
}

module.exports = { line, logSlope }
