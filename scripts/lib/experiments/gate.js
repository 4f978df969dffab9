'use strict'

// Whether a comparison passes what CI asks of it.

/** @import { Analysis, Gate, Limits } from './types' */

const { UserError } = require('../base/errors')
const { significant } = require('../base/format')
const { LEAST } = require('../statistics/paired')

/**
 * Judges by CPU time per request. MAX_LOSS fails if a larger loss was measured and the interval
 * shows a loss. MIN_RATIO fails unless the interval shows the ratio.
 * @param {Pick<Analysis, 'b'|'byCpu'>} analysis
 * @param {Limits} limits
 * @returns {Gate[]} one for each limit
 * @throws {UserError} When the runs are too few.
 */
function judgeGates ({ b, byCpu }, { maxLoss, minRatio }) {
  const gates = []
  if (maxLoss !== undefined) gates.push(judgeLoss(b.name, byCpu, maxLoss))
  if (minRatio !== undefined) gates.push(judgeRatio(byCpu, minRatio))
  if (gates.length && byCpu.pairs < LEAST) {
    throw new UserError(`MAX_LOSS and MIN_RATIO need RUNS=${LEAST} at least; 10 are better`)
  }
  return gates
}

function judgeLoss (name, { ratio, interval: [low, high] }, maxLoss) {
  const limit = `MAX_LOSS=${maxLoss}`
  const [loss, least, most] = [ratio, high, low].map((value) => Math.max(0, (1 - value) * 100))
  const upTo = `${significant(most)} %`
  if (loss > maxLoss && least > 0) {
    const range = `${significant(least)} to ${upTo}`
    const verdict = `${limit} exceeded: ${name} lost ${significant(loss)} % (${range})`
    return { passed: false, verdict }
  }
  if (most > maxLoss) {
    const verdict = `${limit} met, but the loss may be up to ${upTo}: more runs would tell`
    return { passed: true, verdict }
  }
  return { passed: true, verdict: `${limit} met: a loss of ${upTo} at most` }
}

function judgeRatio ({ interval }, minRatio) {
  const [low] = interval
  const passed = low >= minRatio
  const bound = (Math.floor(low * 100) / 100).toFixed(2) // rounded up, it might seem to pass
  const verdict = `MIN_RATIO=${minRatio} ${passed ? 'met' : 'not met'}: lower bound ${bound} ×`
  return { passed, verdict }
}

module.exports = { judgeGates }
