'use strict'

const { Studentt } = require('distributions')
const { mean, sum } = require('../load/statistics')

/** @import { Line } from './types' */

const CONFIDENCE = 0.95
const MIN_COUNT = 5 // effective points: with fewer, the correlation itself is guesswork

/**
 * Fits y = a + b·x by least squares (Draper and Smith, "Applied Regression Analysis", 1998,
 * chapter 1). The number of points is the effective one (Santer and others, Journal of Geophysical
 * Research 105, 2000, section 3): while a machine is slow, neighbouring points resemble each other.
 * @param {{ x: number, y: number }[]} points at least three, with two different x, as measured
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
  const squares = sum(residuals.map((residual) => residual ** 2))
  const freedom = effectiveCount(residuals, squares) - 2
  const t = new Studentt(freedom).inv((1 + CONFIDENCE) / 2)
  const variance = squares / freedom
  const halfA = t * Math.sqrt(variance * (1 / points.length + meanX ** 2 / sxx))
  const halfB = t * Math.sqrt(variance / sxx)
  return {
    a,
    b,
    aInterval: [a - halfA, a + halfA],
    bInterval: [b - halfB, b + halfB],
    r2: syy === 0 ? 1 : 1 - squares / syy
  }
}

/** @param {number[]} residuals @param {number} squares */
function effectiveCount (residuals, squares) {
  const count = residuals.length
  if (squares === 0) return count
  const products = residuals.slice(1).map((residual, i) => residual * residuals[i])
  const correlation = Math.max(0, sum(products) / squares)
  const effective = count * (1 - correlation) / (1 + correlation)
  return Math.max(effective, Math.min(MIN_COUNT, count))
}

module.exports = { fitLine }
