'use strict'

// Whether a comparison passes what CI asks of it.

/** @import { Analysis, Gate, Limits } from './types' */

const { UserError } = require('../base/errors')
const { number } = require('../base/format')

/**
 * Judges by CPU time per request: its noise is smaller than that of req/s, and no load generator
 * limits it. MAX_LOSS fails only if the interval shows a larger loss. MIN_RATIO fails unless the
 * interval shows the ratio.
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
  if (byCpu.blocks < 2) {
    throw new UserError('MAX_LOSS and MIN_RATIO need RUNS=4 at least; 20 are better')
  }
  const [low, high] = byCpu.interval
  const gates = []
  if (maxLoss !== undefined) {
    const passed = high >= 1 - maxLoss / 100
    const verdict = passed
      ? `MAX_LOSS=${maxLoss} met: no loss of more than ${maxLoss} % is shown`
      : `MAX_LOSS=${maxLoss} exceeded: ${b.name} lost at least ${number((1 - high) * 100)} %`
    gates.push({ passed, verdict })
  }
  if (minRatio !== undefined) {
    const passed = low >= minRatio
    const bound = (Math.floor(low * 100) / 100).toFixed(2) // rounded up, it might seem to pass
    const verdict = passed
      ? `MIN_RATIO=${minRatio} met: lower bound ${bound} ×`
      : `MIN_RATIO=${minRatio} not met: lower bound ${bound} ×`
    gates.push({ passed, verdict })
  }
  return gates
}

module.exports = { judgeGates }
