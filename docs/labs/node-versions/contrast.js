'use strict'

// The table of Node core's benchmarks (nodejs/node, benchmark/compare.R), as in the 2023 report.

const { exact } = require('../../../scripts/lib/base/format')
const { boundText } = require('../../../scripts/lib/present/summary-table')
const { halfWidth, welch } = require('./welch')

const LEVELS = [0.05, 0.01, 0.001] // the risk of a false positive at *, ** and ***

/** @typedef {import('./welch').Sample} Sample */
/** @typedef {import('../../../scripts/lib/experiments/types').Bound} Bound */

/**
 * @typedef {object} Contrast of two samples, A and B
 * @property {number} ratio mean of B to mean of A
 * @property {number} improvement of B on A, %
 * @property {number[]} accuracy half the widths of the improvement's confidence intervals at
 *   95, 99 and 99.9 %, in percentage points
 * @property {number} p the probability of a difference at least this large if both were equal
 * @property {string} stars '*' for p < 0.05, '**' for p < 0.01, '***' for p < 0.001, else ''
 *
 * @typedef {Contrast & {a: {name: string}, b: {name: string}, bound?: Bound}} NamedContrast
 */

/**
 * Compares the means of two samples.
 *
 * @param {Sample} a With a mean above 0.
 * @param {Sample} b
 * @returns {Contrast}
 */
function contrast (a, b) {
  const p = welch(b, a)
  const ratio = b.mean / a.mean
  return {
    ratio,
    improvement: (ratio - 1) * 100,
    accuracy: LEVELS.map((level) => halfWidth(b, a, level) / a.mean * 100),
    p,
    stars: '*'.repeat(LEVELS.filter((level) => p < level).length)
  }
}

/**
 * Node core's table. A ratio that is only a bound has no stars and no accuracy.
 *
 * @param {...NamedContrast} contrasts
 * @returns {{head: string[], rows: string[][]}}
 */
function contrastTable (...contrasts) {
  return {
    head: ['', 'confidence', 'improvement', 'accuracy (*)', '(**)', '(***)'],
    rows: contrasts.map(({ a, b, stars, improvement, accuracy, bound = '' }) => [
      `${a.name} → ${b.name}`,
      bound ? '' : stars,
      boundText(bound, `${exact(improvement)} %`),
      ...accuracy.map((half) => bound ? '–' : `± ${exact(half)} %`)
    ])
  }
}

module.exports = { contrast, contrastTable, LEVELS }
