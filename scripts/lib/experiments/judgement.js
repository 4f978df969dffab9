'use strict'

// Judges a comparison as Node core judges its benchmarks, and adds the ratio with its confidence interval.
// Source: nodejs/node, benchmark/compare.R

const { comparisonWarnings } = require('./warnings')
const { UserError } = require('../cli/errors')
const { contrast, LEVELS } = require('../statistics/contrast')
const { summarize } = require('../statistics/welch')

/**
 * @typedef {import('../statistics/welch').Sample & {name: string}} TargetSample req/s over the runs of a target
 * @typedef {object} Verdict
 * @property {TargetSample} a
 * @property {TargetSample} b
 * @property {number[]} falsePositives to expect at *, ** and *** in this one comparison
 * @property {string[]} warnings reasons to distrust it, one sentence each
 *
 * @typedef {import('../statistics/contrast').Contrast & Verdict} Judgement what the table of a comparison shows
 */

/** @type {(comparison: import('./comparison').Comparison) => Judgement} throws a UserError if there is no ratio */
function judgeComparison (comparison) {
  const a = summarizeRuns(comparison.a, comparison.runs.a)
  const b = summarizeRuns(comparison.b, comparison.runs.b)
  return { a, b, ...contrast(a, b), falsePositives: LEVELS, warnings: comparisonWarnings(comparison) }
}

/** @type {(name: string, runs: import('../measure/measure').Result[]) => TargetSample} */
function summarizeRuns (name, runs) {
  const sample = summarize(runs.map(({ requests }) => requests.average))
  if (sample.mean === 0) throw new UserError(`${name} answered nothing in ${sample.n} runs: it has no ratio`)
  return { name, ...sample }
}

module.exports = { judgeComparison }
