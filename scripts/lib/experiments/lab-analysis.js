'use strict'

// What follows from the runs of a lab: ratios of two targets, and the claims that they support.

/** @import { Lab, LabClaim, LabResult, LabTarget, MeasuredPart } from './types' */
/** @import { Interval } from '../statistics/types' */

const { significant } = require('../base/format')
const { pairedContrast, LEAST } = require('../statistics/paired')

/**
 * @param {LabTarget|undefined} target
 * @param {string} figure
 * @returns {number[]} of each run that has it
 */
function valuesOf (target, figure) {
  return target ? target.runs.flatMap((run) => run[figure] ?? []) : []
}

/**
 * Compares two targets by pairs of runs. Where a figure is 0 there is no such ratio: the
 * interval then holds the ratios of all pairs of runs.
 * @param {MeasuredPart} part
 * @param {LabClaim['ratio']} names
 * @returns {{ratio: number|null, interval: Interval|null}|null} null if it was not measured; no
 *   interval with too few runs
 */
function ratioOf ({ targets }, [name, reference, figure]) {
  const a = valuesOf(targets.find((target) => target.name === reference), figure)
  const b = valuesOf(targets.find((target) => target.name === name), figure)
  if (!a.length || a.length !== b.length) return null
  if (Math.min(...a, ...b) <= 0) {
    const low = Math.min(...b) / Math.max(...a)
    const high = Math.max(...b) / Math.min(...a)
    return { ratio: null, interval: [low, high] }
  }
  const { ratio, interval, pairs } = pairedContrast(a, b)
  return { ratio, interval: pairs < LEAST ? null : interval }
}

/**
 * Checks the claims of a lab: the whole interval of a ratio must be on the side that is claimed.
 * @param {LabResult} result
 * @param {Lab} lab
 * @returns {{text: string, verdict: string}[]} `shown`, `not shown` or `not measured`
 */
function checkClaims ({ parts }, lab) {
  return lab.parts.flatMap(({ claims = [] }, i) =>
    claims.map((claim) => checkClaim(parts[i], claim)))
}

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

module.exports = { checkClaims, ratioOf, valuesOf }
