'use strict'

// Welch's t-test, and the table that Node core's benchmarks print (benchmark/compare.R).

const ttest = require('ttest')
const { significant } = require('../../../scripts/lib/base/format')

const LEVELS = [0.05, 0.01, 0.001] // the risk of a false positive at *, ** and ***

/**
 * Welch's unpaired two-sided t-test. Source: B. L. Welch, "The generalization of 'Student's'
 * problem when several different population variances are involved", Biometrika 34, 1947.
 *
 * @param {number[]} before At least two values, with a mean above 0.
 * @param {number[]} after At least two values.
 * @returns {{ improvement: number, accuracy: number[], stars: string }} The improvement in percent;
 *   half the widths of its intervals at 95, 99 and 99.9 %, in percentage points; a star for each
 *   level that the p-value is below.
 */
function contrast (before, after) {
  const base = mean(before)
  const improvement = (mean(after) / base - 1) * 100
  const isConstant = [before, after].every((values) => new Set(values).size === 1)
  if (isConstant) return { improvement, accuracy: [0, 0, 0], stars: improvement ? '***' : '' }
  const accuracy = LEVELS.map((alpha) => {
    const [low, high] = ttest(after, before, { alpha }).confidence()
    return (high - low) / 2 / base * 100
  })
  const p = ttest(after, before).pValue()
  return { improvement, accuracy, stars: '*'.repeat(LEVELS.filter((level) => p < level).length) }
}

function mean (values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/**
 * @param {import('../../../scripts/lib/experiments/types').MeasuredPart} part Of rates.
 * @returns {{ head: string[], rows: string[][] }} A row for each figure and each target but the
 *   first, which it is compared with. Where the load generator limited one of the two, the
 *   improvement is a bound, without confidence and accuracy; where it limited both, it is unknown.
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

module.exports = { contrast, welchTable }
