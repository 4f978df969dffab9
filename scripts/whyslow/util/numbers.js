'use strict'

// Statistics and figures as text. The package has its own, so that it needs nothing from outside.

/** @import { Line } from '../types' */

const MIN_COUNT = 5 // effective points: with fewer, the correlation itself is guesswork
// 97.5 % quantiles of Student's t-distribution, by degrees of freedom.
const QUANTILES = [
  [1, 12.706], [2, 4.303], [3, 3.182], [4, 2.776], [5, 2.571], [6, 2.447], [8, 2.306], [10, 2.228],
  [15, 2.131], [20, 2.086], [30, 2.042], [60, 2], [Infinity, 1.96]
]

/** @param {Intl.NumberFormatOptions} options */
const format = (options) => new Intl.NumberFormat('en-US', options).format
const whole = format({ maximumFractionDigits: 0 })
const exact = format({ maximumFractionDigits: 2 })
const significant = format({ maximumSignificantDigits: 3 })
const compact = format({ notation: 'compact', maximumSignificantDigits: 5 })

/** @param {number} value */
function number (value) {
  return Math.abs(value) < 1000 ? exact(value) : whole(value)
}

/** @param {number} value ms */
function ms (value) {
  return Math.abs(value) < 10_000 ? `${number(value)} ms` : `${number(value / 1000)} s`
}

/** @param {number} value */
function bytes (value) {
  const text = compact(value).replace(/(?=[KMBT])|$/, ' ')
  return `${text.replace('K', 'k').replace('B', 'G')}B`
}

/** @param {number} value from 0 to 1 */
function percent (value) {
  return value > 0 && value < 0.01 ? '< 1 %' : `${whole(value * 100)} %`
}

/** @param {number} value */
function ratio (value) {
  return `${significant(value)} ×`
}

/** @param {string} name of a fact, which ends in its unit @param {unknown} value */
function factText (name, value) {
  if (typeof value !== 'number') return String(value)
  if (name.endsWith('Ms')) return ms(rough(value))
  if (name.endsWith('Bytes')) return bytes(rough(value))
  if (/Share(Alone)?$|^elu/.test(name)) return percent(value)
  if (/Growth|^slowdown$/.test(name)) return ratio(value)
  return significant(rough(value))
}

/** @param {string} name of a fact @returns {string} in words, such as "kept per request" */
function factName (name) {
  const words = name.replace(/(Ms|Bytes|Share|Cores)$/, '').replace(/[A-Z]/g, ' $&').toLowerCase()
  return words.replace(/\b(cpu|elu|gc)\b/g, (word) => word.toUpperCase())
}

/** @param {number} value @returns {number} with two digits */
function rough (value) {
  return Number(value.toPrecision(2))
}

/** @param {number} count @param {string} noun */
function plural (count, noun, nouns = `${noun}s`) {
  const value = rough(count)
  return `${number(value)} ${value === 1 ? noun : nouns}`
}

/** @param {number[]} values */
function sum (values) {
  return values.reduce((total, value) => total + value, 0)
}

/**
 * @template T
 * @param {Iterable<[T, number]>} amounts
 * @returns {Partial<[T, number]>} the one with the most; empty without any
 */
function mostOf (amounts) {
  const [most = []] = Array.from(amounts).sort(([, a], [, b]) => b - a)
  return most
}

/** @param {number[]} values */
function mean (values) {
  return sum(values) / values.length
}

/** @param {number[]} values @returns {number|undefined} undefined without values */
function median (values) {
  if (!values.length) return undefined
  const sorted = values.toSorted((a, b) => a - b)
  const upper = Math.floor(sorted.length / 2)
  return sorted.length % 2 ? sorted[upper] : mean(sorted.slice(upper - 1, upper + 1))
}

/**
 * Fits y = a + b·x by least squares (Draper and Smith, "Applied Regression Analysis", 1998,
 * chapter 1). The number of points is the effective one (Santer and others, Journal of Geophysical
 * Research 105, 2000, section 3): while a machine is slow, neighbouring points resemble each other.
 * @param {{ x: number, y: number }[]} points at least three, with two different x, as measured
 * @returns {Line} with the 95 % interval of b
 */
function fitLine (points) {
  const meanX = mean(points.map(({ x }) => x))
  const meanY = mean(points.map(({ y }) => y))
  const sxx = sum(points.map(({ x }) => (x - meanX) ** 2))
  const sxy = sum(points.map(({ x, y }) => (x - meanX) * (y - meanY)))
  const b = sxy / sxx
  const a = meanY - b * meanX
  const residuals = points.map(({ x, y }) => y - a - b * x)
  const squares = sum(residuals.map((residual) => residual ** 2))
  const freedom = effectiveCount(residuals, squares) - 2
  const half = quantile(freedom) * Math.sqrt(squares / freedom / sxx)
  return { a, b, bInterval: [b - half, b + half] }
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

// Between two rows of the table, it is nearly a line over 1 / freedom.
/** @param {number} freedom */
function quantile (freedom) {
  const at = Math.max(1, QUANTILES.findIndex(([rows]) => rows >= freedom))
  const [fewer, high] = QUANTILES[at - 1]
  const [more, low] = QUANTILES[at]
  const share = (1 / freedom - 1 / more) / (1 / fewer - 1 / more)
  return low + share * (high - low)
}

module.exports = {
  bytes,
  factName,
  factText,
  fitLine,
  mean,
  median,
  mostOf,
  ms,
  number,
  percent,
  plural,
  ratio,
  rough,
  sum
}
