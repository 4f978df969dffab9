'use strict'

// Welch's t-test, and the table that Node core's benchmarks print (benchmark/compare.R).

const { Studentt } = require('distributions')
const { significant } = require('../../../scripts/lib/base/format')
const { mean, standardDeviation } = require('../../../scripts/lib/statistics/median')

const LEVELS = [0.05, 0.01, 0.001] // the risk of a false positive at *, ** and ***

/**
 * Welch's unpaired two-sided t-test. Source: B. L. Welch, "The generalization of 'Student's'
 * problem when several different population variances are involved", Biometrika 34, 1947.
 * @param {number[]} before At least two values, with a mean above 0.
 * @param {number[]} after At least two values.
 * @returns {{ improvement: number, accuracy: number[], stars: string }} In percent of the mean
 *   before; `accuracy`: half the widths of the intervals at 95, 99 and 99.9 %.
 */
function contrast (before, after) {
  const base = mean(before)
  const improvement = (mean(after) / base - 1) * 100
  const squares = [before, after].map((values) => standardDeviation(values) ** 2 / values.length)
  const sum = squares[0] + squares[1]
  const parts = squares[0] ** 2 / (before.length - 1) + squares[1] ** 2 / (after.length - 1)
  const error = Math.sqrt(sum) / base * 100
  const accuracy = LEVELS.map((level) =>
    sum && error * new Studentt(sum ** 2 / parts).inv(1 - level / 2))
  const passed = accuracy.filter((half) => Math.abs(improvement) > half)
  return { improvement, accuracy, stars: '*'.repeat(passed.length) }
}

/**
 * Compares each target with the first one. Where the load generator limited one of the two, the
 * improvement is a bound; where it limited both, it is unknown.
 * @param {import('../../../scripts/lib/experiments/types').MeasuredPart} part Of rates.
 * @returns {{ head: string[], rows: string[][] }}
 */
function welchTable ({ figures, targets: [first, ...others] }) {
  const head = ['', 'confidence', 'improvement', 'accuracy (*, **, ***)']
  const rows = []
  for (const { name, label, limitedBy } of figures) {
    const isLimited = ({ runs }) => runs.some((run) => run[limitedBy])
    const before = first.runs.map((run) => run[name])
    for (const other of others) {
      const { improvement, accuracy, stars } = contrast(before, other.runs.map((run) => run[name]))
      const title = `${label}: ${first.name} → ${other.name}`
      const text = `${significant(improvement)} %`
      const halves = accuracy.map(significant).join(', ')
      if (isLimited(first) && isLimited(other)) rows.push([title, '', '–', '–'])
      else if (isLimited(first)) rows.push([title, '', `≤ ${text}`, '–'])
      else if (isLimited(other)) rows.push([title, '', `≥ ${text}`, '–'])
      else rows.push([title, stars, text, `± ${halves}`])
    }
  }
  return { head, rows }
}

module.exports = { welchTable }
