'use strict'

// Welch's t-test, with the stars of Node.js core's own benchmarks (benchmark/compare.R).

const { Studentt } = require('distributions')
const { number, significant } = require('../../../scripts/lib/cli/format')
const { mean, standardDeviation } = require('../../../scripts/lib/load/median')

const LEVELS = [0.05, 0.01, 0.001] // the risk of a false positive at *, ** and ***

/**
 * Welch's unpaired two-sided t-test. Source: B. L. Welch, "The generalization of 'Student's'
 * problem when several different population variances are involved", Biometrika 34, 1947.
 * @param {number[]} before at least two values, with a mean above 0
 * @param {number[]} after at least two values
 * @returns {{improvement: number, accuracy: number, stars: string}} in percent of the mean before;
 *   `accuracy` is half the width of the 95 % interval
 */
function compareMeans (before, after) {
  const base = mean(before)
  const improvement = (mean(after) / base - 1) * 100
  const partBefore = standardDeviation(before) ** 2 / before.length
  const partAfter = standardDeviation(after) ** 2 / after.length
  const sum = partBefore + partAfter
  const squares = partBefore ** 2 / (before.length - 1) + partAfter ** 2 / (after.length - 1)
  const t = new Studentt(sum ** 2 / squares)
  const error = Math.sqrt(sum) / base * 100
  const halves = LEVELS.map((level) => error * t.inv(1 - level / 2))
  const passed = halves.filter((half) => Math.abs(improvement) > half)
  return { improvement, accuracy: halves[0], stars: '*'.repeat(passed.length) }
}

/**
 * Shows a row for each figure: the mean of the first version, and the improvements of the others.
 * @param {import('../../../scripts/lib/compare/types').MeasuredPart} part of rates
 * @returns {{head: string[], rows: string[][]}}
 */
function versionsTable ({ figures, targets: [first, ...others] }) {
  const rows = figures.map(({ name, label, limitedBy }) => {
    const valuesOf = ({ runs }) => runs.map((run) => run[name])
    const isLimited = ({ runs }) => runs.some((run) => run[limitedBy])
    const improvements = others.map((other) => {
      if (isLimited(first) || isLimited(other)) return '–'
      const { improvement, accuracy, stars } = compareMeans(valuesOf(first), valuesOf(other))
      const text = `${significant(improvement)} % ${stars}`.trimEnd()
      return `${text}\n± ${significant(accuracy)}`
    })
    const rate = mean(valuesOf(first))
    return [label, rate < 1000 ? significant(rate) : number(rate), ...improvements]
  })
  return { head: ['', first.name, ...others.map(({ name }) => name)], rows }
}

module.exports = { versionsTable }
