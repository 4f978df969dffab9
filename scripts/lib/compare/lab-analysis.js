'use strict'

/** @import { Interval, Lab, LabClaim, LabResult, LabTarget } from './types' */
/** @import { MeasuredPart, PairedContrast } from './types' */

const { significant } = require('../cli/format')
const { pairedContrast } = require('./paired')

/** @param {LabTarget|undefined} target @param {string} figure of its runs */
function valuesOf (target, figure) {
  return target ? target.runs.flatMap((run) => run[figure] ?? []) : []
}

/**
 * Compares two targets by pairs of runs. Where the first one has a 0, such as no failed request,
 * the geometric mean is 0, and no ratio of any two runs is above the interval.
 * @param {MeasuredPart} part
 * @param {LabClaim['ratio']} names
 * @returns {Pick<PairedContrast, 'ratio'|'interval'>|null} null: not measured, or divided by 0
 */
function ratioOf ({ targets }, [name, reference, figure]) {
  const a = valuesOf(targets.find((target) => target.name === reference), figure)
  const b = valuesOf(targets.find((target) => target.name === name), figure)
  if (!a.length || a.length !== b.length || Math.min(...a) <= 0) return null
  if (Math.min(...b) > 0) return pairedContrast(a, b)
  return { ratio: 0, interval: [0, Math.max(...b) / Math.min(...a)] }
}

/**
 * Compares a target of a part with steps with the target before it.
 * @param {MeasuredPart} part
 * @param {string} name of the target
 * @param {string} figure
 * @returns how many times as fast it is, and whether the interval excludes 1; null for the first
 */
function gainOf (part, name, figure) {
  const i = part.targets.findIndex((target) => target.name === name)
  const before = part.targets[i - 1]
  const measured = before && ratioOf(part, [before.name, name, figure])
  if (!measured) return null
  const [low, high] = measured.interval ?? [1, 1]
  return { ...measured, isShown: low > 1 || high < 1 }
}

/**
 * Checks the claims of a lab: the whole interval of a ratio must be on the side that is claimed.
 * @param {LabResult} result
 * @param {Lab} lab
 * @returns {{text: string, verdict: string}[]} `shown`, `not shown` or `unmeasured`
 */
function checkClaims ({ parts }, lab) {
  return lab.parts.flatMap(({ claims = [] }, i) =>
    claims.map((claim) => checkClaim(parts[i], claim)))
}

/** @param {MeasuredPart} part @param {LabClaim} claim */
function checkClaim (part, { claim, ratio: names, above = -Infinity, below = Infinity }) {
  const measured = ratioOf(part, names)
  if (!measured) return { text: claim, verdict: 'unmeasured' }
  const { ratio, interval } = measured
  const isShown = interval && interval[0] > above && interval[1] < below
  const text = `${claim}: ${significant(ratio)} × ${rangeText(interval)}`
  return { text, verdict: isShown ? 'shown' : 'not shown' }
}

/** @param {Interval|null} interval */
function rangeText (interval) {
  if (!interval) return '(no interval)'
  const [, high] = interval
  return high === 0 ? 'in every run' : `(${interval.map(significant).join(' to ')})`
}

module.exports = { checkClaims, gainOf, ratioOf, valuesOf }
