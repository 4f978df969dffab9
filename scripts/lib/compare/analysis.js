'use strict'

// What a comparison shows: how many times as fast, with which reservations, and whether its gates
// pass.

/** @import { Analysis, Bound, Gates, JudgeLoss, Result, Series } from './types' */

const { number, significant } = require('../cli/format')
const { DISTURBED } = require('../load/bottleneck')
const { sum } = require('../load/statistics')
const { cpuTimes, rates, summarizeRuns, userTimes } = require('./medians')
const { pairedContrast } = require('./paired')

/** @param {Series} comparison of two targets @returns {Analysis} by pairs of their runs */
function analyzeComparison ({ targets: [a, b] }) {
  const summaryA = summarizeRuns(a.runs)
  const summaryB = summarizeRuns(b.runs)
  return {
    a: { name: a.name, ...summaryA },
    b: { name: b.name, ...summaryB },
    byCpu: pairedContrast(cpuTimes(b.runs), cpuTimes(a.runs)),
    byUser: pairedContrast(userTimes(b.runs), userTimes(a.runs)),
    byRate: pairedContrast(rates(a.runs), rates(b.runs)),
    bound: boundOf(summaryA.limited, summaryB.limited),
    warnings: [
      ...disturbedWarnings([...a.runs, ...b.runs]),
      ...targetWarnings(`A (${a.name})`, a.runs),
      ...targetWarnings(`B (${b.name})`, b.runs)
    ]
  }
}

// What a ratio of req/s is, if the load generator was the bottleneck of a target.
/** @param {boolean} limitedA @param {boolean} limitedB @returns {Bound} */
function boundOf (limitedA, limitedB) {
  if (limitedA && limitedB) return '?'
  if (limitedA) return '≤'
  return limitedB ? '≥' : ''
}

/** @param {{backgroundCpu?: number|null}[]} runs */
function disturbedWarnings (runs) {
  const count = countRuns(runs, ({ backgroundCpu }) => (backgroundCpu ?? 0) > DISTURBED)
  return count ? [`other programs used CPU time in ${count}. Close them and measure again`] : []
}

/** @param {string} name @param {Result[]} runs */
function targetWarnings (name, runs) {
  const warnings = []
  const failed = countRuns(runs, ({ errors, non2xx }) => errors || non2xx)
  if (failed) {
    const errors = number(sum(runs.map((run) => run.errors)))
    const non2xx = number(sum(runs.map((run) => run.non2xx)))
    warnings.push(`${name} had errors in ${failed}: ${errors} errors, ${non2xx} non-2xx. ` +
      'Requests without an answer are missing from its req/s')
  }
  const limited = countRuns(runs, ({ bottleneck }) => bottleneck === 'generator')
  if (limited) {
    warnings.push(`the load generator was the bottleneck of ${name} in ${limited}: ` +
      'it could answer more requests per second')
  }
  return warnings
}

/** @template T @param {T[]} runs @param {(run: T) => unknown} test */
function countRuns (runs, test) {
  const { length } = runs.filter(test)
  return length && `${length} of ${runs.length} runs`
}

/**
 * Judges CPU time per request. MAX_LOSS fails if a larger loss was measured and the interval shows
 * a loss. MIN_RATIO fails unless the interval shows the ratio.
 * @param {Pick<Analysis, 'b'|'byCpu'>} analysis
 * @param {Gates} limits
 */
function judgeGates ({ b, byCpu }, { maxLoss, minRatio }) {
  const gates = []
  const [low, high] = byCpu.interval ?? [0, Infinity] // null for a few runs
  if (maxLoss !== undefined) gates.push(judgeLoss(b.name, byCpu.ratio, low, high, maxLoss))
  if (minRatio !== undefined) {
    const passed = low >= minRatio
    const bound = (Math.floor(low * 100) / 100).toFixed(2) // rounded up, it might seem to pass
    const verdict = `MIN_RATIO=${minRatio} ${passed ? 'met' : 'not met'}: lower bound ${bound} ×`
    gates.push({ passed, verdict })
  }
  return gates
}

/** @type {JudgeLoss} */
function judgeLoss (name, ratio, low, high, maxLoss) {
  const limit = `MAX_LOSS=${maxLoss}`
  const least = 1 - maxLoss / 100 // the smallest ratio that is no larger loss
  const most = lossText(low)
  if (ratio < least && high < 1) {
    const lost = `${lossText(ratio)} % (${lossText(high)} to ${most} %)`
    return { passed: false, verdict: `${limit} exceeded: ${name} lost ${lost}` }
  }
  const verdict = low < least
    ? `${limit} met, but the loss may be up to ${most} %: more runs would tell`
    : `${limit} met: a loss of ${most} % at most`
  return { passed: true, verdict }
}

/** @param {number} ratio */
function lossText (ratio) {
  return significant(Math.max(0, 1 - ratio) * 100)
}

module.exports = { analyzeComparison, disturbedWarnings, judgeGates }
