'use strict'

// Judges a comparison by blocks of A B B A, and as Node core judges its benchmarks (nodejs/node, benchmark/compare.R).

const { comparisonWarnings } = require('./warnings')
const { UserError } = require('../base/errors')
const { contrast } = require('../statistics/contrast')
const { median, medianInterval } = require('../statistics/median')
const { pairedContrast } = require('../statistics/paired')
const { summarize } = require('../statistics/welch')

/**
 * @typedef {import('../measure/measure').Result} Result
 * @typedef {{median: number, interval: [number, number]|null}} Middle with its 95 % interval, from six runs on
 * @typedef {import('../statistics/welch').Sample & {name: string, rate: Middle, limited: boolean, cpu: Middle|null}}
 *   TargetSample `mean`, `stdev`, `rate`: req/s over the runs; `limited`: the load generator was the bottleneck of a
 *   run; `cpu`: CPU time per request, µs, null if it is unknown
 *
 * @typedef {object} Analysis
 * @property {TargetSample} a
 * @property {TargetSample} b
 * @property {PairedContrast|null} byCpu how many times as much B does with the same CPU time; null if that is unknown
 * @property {PairedContrast} byRate how many times as many requests per second B answers
 * @property {''|'≥'|'≤'|'?'} bound what `byRate` is where the load generator was the bottleneck: a lower or an upper
 *   bound of the true ratio, or nothing at all
 * @property {import('../statistics/contrast').Contrast} welch of the req/s, by Welch's t-test
 * @property {string[]} warnings reasons to distrust it, one sentence each
 *
 * @typedef {import('../statistics/paired').PairedContrast} PairedContrast
 */

/** @type {(comparison: import('./series').Comparison) => Analysis} throws a UserError if there is no ratio */
function analyzeComparison (comparison) {
  const a = summarizeRuns(comparison.a, comparison.runs.a)
  const b = summarizeRuns(comparison.b, comparison.runs.b)
  return {
    a,
    b,
    ...speedUps(comparison.runs.a, comparison.runs.b),
    welch: contrast(a, b),
    warnings: comparisonWarnings(comparison)
  }
}

/** @type {(a: Result[], b: Result[]) => Pick<Analysis, 'byCpu'|'byRate'|'bound'>} of runs that were made in turns */
function speedUps (a, b) {
  const [cpuA, cpuB] = [a, b].map(cpuTimes)
  return {
    byCpu: cpuA && cpuB && pairedContrast(cpuB, cpuA),
    byRate: pairedContrast(rates(a), rates(b)),
    bound: boundOf(a.some(isLimited), b.some(isLimited))
  }
}

/**
 * What decides: the CPU time, or the req/s where that is unknown. A load generator that was the bottleneck leaves the
 * interval of the req/s open on its side.
 * @type {(analysis: Pick<Analysis, 'byCpu'|'byRate'|'bound'>) => PairedContrast}
 */
const decisiveContrast = ({ byCpu, byRate, bound }) =>
  byCpu ?? { ...byRate, interval: openInterval(byRate.interval, bound) }

/** @type {(name: string, runs: Result[]) => TargetSample} */
function summarizeRuns (name, runs) {
  const sample = summarize(rates(runs))
  if (sample.mean === 0) throw new UserError(`${name} answered nothing in ${sample.n} runs: it has no ratio`)
  const cpu = cpuTimes(runs)
  return { name, ...sample, rate: middle(rates(runs)), limited: runs.some(isLimited), cpu: cpu && middle(cpu) }
}

/** @type {(values: number[]) => Middle} */
const middle = (values) => ({ median: median(values), interval: medianInterval(values) })

/** @param {Result[]} runs @returns {number[]} req/s */
const rates = (runs) => runs.map(({ requests }) => requests.average)

/** @param {Result[]} runs @returns {number[]|null} µs per request; null if one of them has none */
function cpuTimes (runs) {
  const times = runs.flatMap(({ cpuPerRequest }) => cpuPerRequest ? [cpuPerRequest] : [])
  return times.length === runs.length ? times : null
}

/** @param {Result} result @returns {boolean} whether its server could do more than was measured */
const isLimited = ({ bottleneck }) => bottleneck === 'generator'

/** @type {(interval: [number, number], bound: Analysis['bound']) => [number, number]} open on the side of a bound */
const openInterval = ([low, high], bound) => [/[≤?]/.test(bound) ? 0 : low, /[≥?]/.test(bound) ? Infinity : high]

/** @type {(limitedA: boolean, limitedB: boolean) => Analysis['bound']} */
const boundOf = (limitedA, limitedB) => limitedA && limitedB ? '?' : limitedB ? '≥' : limitedA ? '≤' : ''

module.exports = {
  boundOf, cpuTimes, decisiveContrast, isLimited, analyzeComparison, middle, openInterval, rates, speedUps
}
