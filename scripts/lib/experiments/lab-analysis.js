'use strict'

// What follows from the runs of a lab: ratios of two targets, and the claims that they support.

/** @import { CheckedClaim, Lab, LabFigure, LabRatio, LabResult, LabTarget } from './types' */
/** @import { MeasuredPart } from './types' */

const { significant } = require('../base/format')
const { pairedContrast } = require('../statistics/paired')

/** @param {LabTarget} target @param {string} figure @returns {number[]} of each run that has it */
function valuesOf ({ runs }, figure) {
  return runs.flatMap((run) => run[figure] ?? [])
}

/** @param {LabTarget} target @param {LabFigure} figure whose limit was the generator in a run */
function isLimited ({ runs }, { limitedBy }) {
  return runs.some((run) => limitedBy && run[limitedBy])
}

/**
 * Compares two targets by blocks of A B B A. Where a figure is 0, there is no such ratio: then the
 * interval holds the ratios of all pairs of runs.
 * @param {MeasuredPart} part
 * @param {string} name of a target
 * @param {string} reference name of the target that it is compared with
 * @param {string} figure its name
 * @returns {LabRatio|null} null if it was not measured
 */
function ratioOf ({ targets }, name, reference, figure) {
  const target = targets.find((target) => target.name === name)
  const other = targets.find((target) => target.name === reference)
  if (!target || !other) return null
  const a = valuesOf(other, figure)
  const b = valuesOf(target, figure)
  if (!a.length || a.length !== b.length) return null
  const leastA = Math.min(...a)
  const leastB = Math.min(...b)
  if (leastA > 0 && leastB > 0) {
    const { ratio, interval, blocks } = pairedContrast(a, b)
    return { ratio, interval: blocks > 1 ? interval : null }
  }
  if (leastA <= 0 || leastB < 0) return { ratio: null, interval: null }
  return { ratio: null, interval: [leastB / Math.max(...a), Math.max(...b) / leastA] }
}

/**
 * Checks the claims of a lab: the whole interval of the ratio must be on the side that is claimed.
 * @param {LabResult} result
 * @param {Lab} lab
 * @returns {CheckedClaim[]}
 */
function checkClaims (result, lab) {
  /** @type {CheckedClaim[]} */
  const claims = []
  for (const { name, claims: partClaims = [] } of lab.parts) {
    const part = result.parts.find((part) => part.name === name)
    for (const { claim, ratio: names, above = -Infinity, below = Infinity } of partClaims) {
      const measured = part && ratioOf(part, ...names)
      if (!measured) {
        claims.push({ text: claim, verdict: 'not measured' })
        continue
      }
      const { ratio, interval } = measured
      const isShown = interval && interval[0] > above && interval[1] < below
      const range = [...new Set(interval?.map(significant))].join(' to ') || 'no interval'
      const figure = ratio ? `${significant(ratio)} × (${range})` : `${range} ×`
      claims.push({ text: `${claim}: ${figure}`, verdict: isShown ? 'shown' : 'not shown' })
    }
  }
  return claims
}

module.exports = { checkClaims, isLimited, ratioOf, valuesOf }
