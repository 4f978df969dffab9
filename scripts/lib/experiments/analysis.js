'use strict'

// The analysis of a series: medians with their intervals, and how its targets compare.

/** @import { Result } from '../measure/types' */
/** @import { Interval, PairedContrast } from '../statistics/types' */
/** @import { Analysis, Bound, MeasuredRuns, Middle, Series, SpeedUps } from './types' */
/** @import { TargetSample } from './types' */

const { UserError } = require('../base/errors')
const { isResult } = require('../measure/results')
const { median, medianInterval } = require('../statistics/median')
const { pairedContrast } = require('../statistics/paired')
const { comparisonWarnings } = require('./warnings')

/**
 * Compares the two targets of a series.
 * @param {Series} comparison
 * @returns {Analysis}
 * @throws {UserError} When it is not a series of two targets.
 */
function analyzeComparison (comparison) {
  const isSeries = isResult(comparison) && comparison.kind === 'series'
  if (!isSeries || comparison.targets.length !== 2) {
    throw new UserError('this is not a comparison: give a file that make compare saved, ' +
      'results/…-compare-….json')
  }
  const [a, b] = comparison.targets
  return {
    a: summarizeTarget(a),
    b: summarizeTarget(b),
    ...speedUps(a.runs, b.runs),
    warnings: comparisonWarnings(comparison)
  }
}

/** @param {MeasuredRuns} target @returns {TargetSample} */
function summarizeTarget ({ name, runs }) {
  const costs = cpuTimes(runs)
  const users = userTimes(runs)
  return {
    name,
    n: runs.length,
    rate: middle(rates(runs)),
    limited: runs.some(isLimited),
    cpu: costs && middle(costs),
    user: users && middle(users)
  }
}

/**
 * Says how many times as fast B is as A.
 * @param {Result[]} a runs that were made in turns with those of B
 * @param {Result[]} b
 * @returns {SpeedUps}
 */
function speedUps (a, b) {
  const costsA = cpuTimes(a)
  const costsB = cpuTimes(b)
  const usersA = userTimes(a)
  const usersB = userTimes(b)
  return {
    byCpu: costsA && costsB && pairedContrast(costsB, costsA),
    byUser: usersA && usersB && pairedContrast(usersB, usersA),
    byRate: pairedContrast(rates(a), rates(b)),
    bound: boundOf(a.some(isLimited), b.some(isLimited))
  }
}

/**
 * Chooses what decides: the CPU time, or the req/s where that is unknown. A load generator that was
 * the bottleneck leaves the interval of the req/s open on one side.
 * @param {SpeedUps} speedUps
 * @returns {PairedContrast}
 */
function decisiveContrast ({ byCpu, byRate, bound }) {
  if (byCpu) return byCpu
  const [low, high] = byRate.interval
  /** @type {Interval} */
  const interval = [
    bound === '≤' || bound === '?' ? 0 : low,
    bound === '≥' || bound === '?' ? Infinity : high
  ]
  return { ...byRate, interval }
}

/** @param {number[]} values at least one @returns {Middle} */
function middle (values) {
  return { median: median(values), interval: medianInterval(values) }
}

/** @param {Result[]} runs @returns {number[]} req/s */
function rates (runs) {
  return runs.map(({ requests }) => requests.average)
}

/** @param {Result[]} runs @returns {number[]|null} µs per request; null if a run has none */
function cpuTimes (runs) {
  const times = runs.flatMap(({ cpuPerRequest }) => cpuPerRequest || [])
  return times.length === runs.length ? times : null
}

/** @param {Result[]} runs @returns {number[]|null} of these, what was not spent in the kernel */
function userTimes (runs) {
  const times = runs.flatMap(({ server, requests }) =>
    server?.userTime ? server.userTime / requests.total : [])
  return times.length === runs.length ? times : null
}

/** @param {Result} result @returns {boolean} whether the server could do more than was measured */
function isLimited ({ bottleneck }) {
  return bottleneck === 'generator'
}

/**
 * Says what a ratio of req/s is, if the load generator was the bottleneck of one target or both.
 * @param {boolean} limitedA
 * @param {boolean} limitedB
 * @returns {Bound}
 */
function boundOf (limitedA, limitedB) {
  if (limitedA && limitedB) return '?'
  if (limitedA) return '≤'
  return limitedB ? '≥' : ''
}

module.exports = {
  analyzeComparison, boundOf, cpuTimes, decisiveContrast, isLimited, middle, rates, speedUps
}
