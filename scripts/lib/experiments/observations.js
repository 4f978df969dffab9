'use strict'

// Reads one figure from the runs of one target of a lab.

/**
 * @typedef {import('./run-lab').MeasuredTarget} MeasuredTarget
 * @typedef {Pick<import('./labs').Figure, 'name'|'limitedBy'>} Figure
 */

/** @type {(target: MeasuredTarget|undefined, figure: string) => number[]} of the runs that have it */
const valuesOf = (target, figure) =>
  (target?.observations ?? []).map((observation) => observation[figure]).filter((value) => typeof value === 'number')

/** @type {(target: MeasuredTarget, figure: Figure) => number} in how many runs the generator was the limit of it */
const countLimited = ({ observations }, { limitedBy }) =>
  limitedBy ? observations.filter((observation) => observation[limitedBy]).length : 0

module.exports = { countLimited, valuesOf }
