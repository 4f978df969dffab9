'use strict'

// Whether a comparison passes what CI asks of it, and how often such a gate errs.

const { UserError } = require('../cli/errors')
const { number, percent } = require('../cli/format')
const { probabilityBelow } = require('../statistics/paired')

const CLEAR = 3 // times the allowed loss: a loss that the gate should not miss

/**
 * @typedef {{maxLoss?: number, minRatio?: number}} Limits `maxLoss` in %
 * @typedef {object} Gate
 * @property {boolean} passed
 * @property {string} verdict one sentence
 * @property {string} errors how often it errs with as many runs and as much noise, one sentence
 */

/**
 * Judges by CPU time per request: its noise is smaller than that of req/s, and no load generator limits it.
 *
 * MAX_LOSS fails only if the interval shows a larger loss; MIN_RATIO fails unless the interval shows the ratio.
 * @type {(judgement: import('./judgement').Judgement, limits: Limits) => Gate[]} one for each limit
 * @throws {UserError} if CPU time per request is unknown, or the runs are too few for an interval
 */
function judgeGates ({ b: { name }, byCpu }, { maxLoss, minRatio }) {
  if (maxLoss === undefined && minRatio === undefined) return []
  if (!byCpu) throw new UserError('this comparison has no CPU time per request: measure it again')
  if (byCpu.blocks < 2) throw new UserError('MAX_LOSS and MIN_RATIO need RUNS=4 at least; 20 are better')
  const [low, high] = byCpu.interval
  /** @type {Gate[]} */
  const gates = []
  if (maxLoss !== undefined) {
    const bound = 1 - maxLoss / 100
    const clear = Math.min(90, CLEAR * maxLoss)
    const falseAlarms = probabilityBelow(byCpu, 1, bound)
    const misses = 1 - probabilityBelow(byCpu, 1 - clear / 100, bound)
    gates.push({
      passed: high >= bound,
      verdict: high >= bound
        ? `MAX_LOSS=${maxLoss} met: no loss of more than ${maxLoss} % is shown`
        : `MAX_LOSS=${maxLoss} exceeded: ${name} lost at least ${number((1 - high) * 100)} %`,
      errors: `it fails for ${percent(falseAlarms)} of equal targets, misses ${percent(misses)} of losses of ${clear} %`
    })
  }
  if (minRatio !== undefined) {
    const fails = 1 - probabilityBelow(byCpu, 1 / byCpu.ratio, 1 / minRatio)
    gates.push({
      passed: low >= minRatio,
      verdict: low >= minRatio
        ? `MIN_RATIO=${minRatio} met: lower bound ${low.toFixed(2)} ×`
        : `MIN_RATIO=${minRatio} not met: lower bound ${low.toFixed(2)} ×`,
      errors: `if ${byCpu.ratio.toFixed(2)} × is the true ratio, it fails ${percent(fails)} of the time`
    })
  }
  return gates
}

module.exports = { judgeGates }
