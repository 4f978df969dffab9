'use strict'

/** @import { Analysis } from './types' */

const { significant } = require('../cli/format')

/**
 * Judges CPU time per request. MAX_LOSS fails if a larger loss was measured and the interval shows
 * a loss. MIN_RATIO fails unless the interval shows the ratio.
 * @param {Pick<Analysis, 'b'|'byCpu'>} analysis
 * @param {{maxLoss?: number, minRatio?: number}} limits `maxLoss` in %
 */
function judgeGates ({ b, byCpu }, { maxLoss, minRatio }) {
  const gates = []
  const { ratio } = byCpu
  const interval = byCpu.interval ?? [0, Infinity] // null for a few runs
  if (maxLoss !== undefined) gates.push(judgeLoss(b.name, ratio, interval, maxLoss))
  if (minRatio !== undefined) gates.push(judgeRatio(interval[0], minRatio))
  return gates
}

function judgeLoss (name, ratio, [low, high], maxLoss) {
  const limit = `MAX_LOSS=${maxLoss}`
  const most = lossText(low)
  if (ratio < 1 - maxLoss / 100 && high < 1) {
    const lost = `${lossText(ratio)} % (${lossText(high)} to ${most} %)`
    return { passed: false, verdict: `${limit} exceeded: ${name} lost ${lost}` }
  }
  const verdict = low < 1 - maxLoss / 100
    ? `${limit} met, but the loss may be up to ${most} %: more runs would tell`
    : `${limit} met: a loss of ${most} % at most`
  return { passed: true, verdict }
}

function lossText (ratio) {
  return significant(Math.max(0, 1 - ratio) * 100)
}

function judgeRatio (low, minRatio) {
  const passed = low >= minRatio
  const bound = (Math.floor(low * 100) / 100).toFixed(2) // rounded up, it might seem to pass
  const verdict = `MIN_RATIO=${minRatio} ${passed ? 'met' : 'not met'}: lower bound ${bound} ×`
  return { passed, verdict }
}

module.exports = { judgeGates }
