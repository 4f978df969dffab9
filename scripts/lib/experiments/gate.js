'use strict'

// Whether a comparison passes what CI asks of it.

/** @import { PairedContrast } from '../statistics/types' */
/** @import { Analysis, Gate, Limits } from './types' */

const { UserError } = require('../base/errors')
const { significant } = require('../base/format')
const { LEAST } = require('../statistics/paired')

/**
 * Judges by CPU time per request: its noise is smaller than that of req/s, and no load generator
 * limits it. MAX_LOSS fails if a larger loss was measured and the interval shows a loss. MIN_RATIO
 * fails unless the interval shows the ratio.
 * @param {Pick<Analysis, 'b'|'byCpu'>} analysis
 * @param {Limits} limits
 * @returns {Gate[]} one for each limit
 * @throws {UserError} When CPU time per request is unknown, or the runs are too few.
 */
function judgeGates ({ b, byCpu }, { maxLoss, minRatio }) {
  if (maxLoss === undefined && minRatio === undefined) return []
  if (!byCpu) {
    throw new UserError('this comparison has no CPU time per request: measure it again')
  }
  if (byCpu.pairs < LEAST) {
    throw new UserError(`MAX_LOSS and MIN_RATIO need RUNS=${LEAST} at least; 10 are better`)
  }
  const gates = []
  if (maxLoss !== undefined) gates.push(judgeLoss(b.name, byCpu, maxLoss))
  if (minRatio !== undefined) gates.push(judgeRatio(byCpu, minRatio))
  return gates
}

/** @type {(name: string, contrast: PairedContrast, maxLoss: number) => Gate} */
function judgeLoss (name, { ratio, interval: [low, high] }, maxLoss) {
  const [loss, least, most] = [ratio, high, low].map((value) => Math.max(0, (1 - value) * 100))
  const limit = `MAX_LOSS=${maxLoss}`
  if (loss > maxLoss && high < 1) {
    const range = `${significant(least)} to ${significant(most)} %`
    const verdict = `${limit} exceeded: ${name} lost ${significant(loss)} % (${range})`
    return { passed: false, verdict }
  }
  const bound = `${significant(most)} %`
  if (most <= maxLoss) return { passed: true, verdict: `${limit} met: a loss of ${bound} at most` }
  const verdict = `${limit} met, but the loss may be up to ${bound}: more runs would tell`
  return { passed: true, verdict }
}

/** @type {(contrast: PairedContrast, minRatio: number) => Gate} */
function judgeRatio ({ interval: [low] }, minRatio) {
  const passed = low >= minRatio
  const bound = (Math.floor(low * 100) / 100).toFixed(2) // rounded up, it might seem to pass
  const verdict = `MIN_RATIO=${minRatio} ${passed ? 'met' : 'not met'}: lower bound ${bound} ×`
  return { passed, verdict }
}

module.exports = { judgeGates }
