'use strict'

// The figures of a lab's runs, for its tables and conclusions: medians, ranges, and ratios of two targets.

const { ratio: formatRatio, significant } = require('../base/format')
const { boundOf, openInterval } = require('./analysis')
const { countLimited, valuesOf } = require('./labs')
const { median } = require('../statistics/median')
const { pairedContrast } = require('../statistics/paired')

/**
 * @typedef {import('./run-lab').LabResult} LabResult
 * @typedef {import('./run-lab').MeasuredTarget} MeasuredTarget
 * @typedef {import('./labs').Figure} Figure
 * @typedef {{text: string, holds: boolean|null}} Evaluated null where a figure of it was not measured
 *
 * @typedef {object} TargetRatio of a target to a reference
 * @property {number} ratio
 * @property {import('./types').Bound} bound what the ratio is if the generator was the bottleneck
 * @property {[number, number]|null} interval 95 %, of the measured ratio; null with fewer than two blocks of A B B A
 */

/**
 * By blocks of A B B A: the observations are in the order of the rounds, and every second round was measured backwards.
 * @type {(target: MeasuredTarget, reference: MeasuredTarget, figure: Figure) => TargetRatio|null} null unless each run
 *   has a positive figure: others have no ratio
 */
function targetRatio (target, reference, figure) {
  const [a, b] = [reference, target].map(({ observations }) =>
    observations.map((observation) => observation[figure.name] ?? 0))
  if (!a.length || a.length !== b.length || Math.min(...a, ...b) <= 0) return null
  const { ratio, interval, blocks } = pairedContrast(a, b)
  const bound = boundOf(countLimited(reference, figure) > 0, countLimited(target, figure) > 0)
  return { ratio, bound, interval: blocks > 1 ? interval : null }
}

/** @type {(ratio: TargetRatio) => string} as `1.44 × (1.38 to 1.51)` */
function ratioText ({ ratio, bound, interval }) {
  if (bound === '?') return '–'
  const range = interval ? interval.map(significant).join(' to ') : 'no interval'
  return `${bound} ${formatRatio(ratio)} (${range})`.trim()
}

/** @type {(result: Pick<LabResult, 'experiments'>) => import('./labs').Figures} */
function labFigures ({ experiments }) {
  /** @type {(experiment: string, target: string) => MeasuredTarget|undefined} */
  const find = (experiment, target) =>
    experiments.find(({ name }) => name === experiment)?.targets.find(({ name }) => name === target)
  return {
    median (experiment, target, figure) {
      const values = valuesOf(find(experiment, target), figure)
      return values.length ? median(values) : NaN
    },
    range (experiment, target, figure) {
      const values = valuesOf(find(experiment, target), figure)
      return values.length ? [Math.min(...values), Math.max(...values)] : [NaN, NaN]
    },
    ratio (experiment, target, reference, name) {
      const [a, b] = [reference, target].map((target) => find(experiment, target))
      const figure = experiments.find(({ name }) => name === experiment)?.figures.find((figure) => figure.name === name)
      const found = a && b && figure && targetRatio(b, a, figure)
      if (!found) return { ratio: NaN, low: NaN, high: NaN, text: 'NaN' }
      const [low, high] = openInterval(found.interval ?? [0, Infinity], found.bound)
      return { ratio: found.ratio, low, high, text: ratioText(found) }
    }
  }
}

/** @type {(result: LabResult, conclusions: import('./labs').Conclusion[]) => Evaluated[]} */
function evaluateConclusions (result, conclusions) {
  const figures = labFigures(result)
  return conclusions.map(({ holds, claim }) => {
    const text = claim(figures, result.environment)
    return { text, holds: text.includes('NaN') ? null : holds(figures, result.environment) }
  })
}

module.exports = { evaluateConclusions, labFigures, targetRatio }
