'use strict'

// What follows from the runs of a lab: ratios of two targets, and the claims that they support.

const { significant } = require('../base/format')
const { pairedContrast, LEAST } = require('../statistics/paired')

/** @import { CheckedClaim, Lab, LabFigure, LabRatio, LabResult, LabTarget } from './types' */
/** @import { LabClaim, MeasuredPart } from './types' */

/** @param {LabTarget} target @param {string} figure @returns {number[]} Of each run that has it. */
function valuesOf ({ runs }, figure) {
  return runs.flatMap((run) => run[figure] ?? [])
}

/**
 * Whether the load generator was the limit of a figure in a run.
 * @param {LabTarget} target
 * @param {LabFigure} figure
 */
function isLimited ({ runs }, { limitedBy }) {
  return runs.some((run) => limitedBy && run[limitedBy])
}

/**
 * Compares two targets by pairs of runs. Where a figure is 0 there is no such ratio: the
 * interval then holds the ratios of all pairs of runs.
 * @param {MeasuredPart} part
 * @param {LabClaim['ratio']} names
 * @returns {LabRatio|null} Null if it was not measured.
 */
function ratioOf ({ targets }, [name, reference, figure]) {
  const [a, b] = [reference, name].map((wanted) => {
    const target = targets.find(({ name }) => name === wanted)
    return target ? valuesOf(target, figure) : []
  })
  if (!a.length || a.length !== b.length) return null
  if (Math.min(...a, ...b) <= 0) {
    const interval = [Math.min(...b) / Math.max(...a), Math.max(...b) / Math.min(...a)]
    return { ratio: null, interval: /** @type {[number, number]} */ (interval) }
  }
  const { ratio, interval, pairs } = pairedContrast(a, b)
  return { ratio, interval: pairs < LEAST ? null : interval }
}

/** @param {MeasuredPart} part @param {LabClaim} claim @returns {CheckedClaim} */
function checkClaim (part, { claim, ratio: names, above = -Infinity, below = Infinity }) {
  const measured = ratioOf(part, names)
  if (!measured) return { text: claim, verdict: 'not measured' }
  const { ratio, interval } = measured
  const isShown = interval && interval[0] > above && interval[1] < below
  const ends = new Set(interval?.map(significant))
  const range = [...ends].join(' to ') || 'no interval'
  const figure = ratio ? `${significant(ratio)} × (${range})` : `${range} ×`
  return { text: `${claim}: ${figure}`, verdict: isShown ? 'shown' : 'not shown' }
}

/**
 * Checks the claims of a lab: the whole interval of a ratio must be on the side that is claimed.
 * @param {LabResult} result
 * @param {Lab} lab
 * @returns {CheckedClaim[]}
 */
function checkClaims ({ parts }, lab) {
  return lab.parts.flatMap(({ claims = [] }, i) =>
    claims.map((claim) => checkClaim(parts[i], claim)))
}

module.exports = { checkClaims, isLimited, ratioOf, valuesOf }
