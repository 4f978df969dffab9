'use strict'

// Reasons to distrust an experiment of a lab.

const { countLimited, valuesOf } = require('./labs')
const { disturbedWarnings, outlierWarnings } = require('./warnings')

/** @import { Figure, MeasuredExperiment, MeasuredTarget } from './types' */

const LISTED = 3 // warnings of one kind

/**
 * Looks at the figures by which the targets are compared, or at the first one where none are.
 *
 * @param {MeasuredExperiment} experiment
 * @returns {string[]} One sentence each.
 */
function experimentWarnings ({ figures, targets }) {
  const compared = figures.filter(({ better }) => better)
  const judged = compared.length ? compared : figures.slice(0, 1)
  const outliers = judged.flatMap((figure) => targets.flatMap((target) =>
    outlierWarnings(`${figure.label} of ${target.name}`, valuesOf(target, figure.name))))
  return [
    ...disturbedWarnings(targets.flatMap(({ observations }) => observations)),
    ...limitLength(outliers),
    ...figures.flatMap((figure) => limitWarnings(figure, targets))
  ]
}

/** @param {string[]} warnings */
function limitLength (warnings) {
  const more = warnings.length - LISTED
  if (more <= 0) return warnings
  return [...warnings.slice(0, LISTED), `${more} more figure${more > 1 ? 's' : ''} had outliers`]
}

/** @param {Figure} figure @param {MeasuredTarget[]} targets */
function limitWarnings (figure, targets) {
  const limited = targets.flatMap((target) => {
    const count = countLimited(target, figure)
    return count ? [`${target.name} (in ${count} of ${target.observations.length} runs)`] : []
  })
  if (!limited.length) return []
  return [`the load generator was the bottleneck of ${limited.join(', ')}: ` +
    `${figure.label} could be higher`]
}

module.exports = { experimentWarnings }
