'use strict'

// Whether a comparison passes what CI asks of it, and how often such a gate errs.

const { UserError } = require('../base/errors')
const { number, percent } = require('../base/format')
const { probabilityBelow } = require('../statistics/paired')

const CLEAR = 10 // percentage points beyond the allowed loss: a loss that the gate should not miss

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
 * @type {(analysis: import('./analysis').Analysis, limits: Limits) => Gate[]} one for each limit
 * @throws {UserError} if CPU time per request is unknown, or the runs are too few for an interval
 */
function judgeGates ({ b: { name }, byCpu }, { maxLoss, minRatio }) {
  if (maxLoss === undefined && minRatio === undefined) return []
  if (!byCpu) throw new UserError('this comparison has no CPU time per request: measure it again')
  if (byCpu.blocks < 2) throw new UserError('MAX_LOSS and MIN_RATIO need RUNS=4 at least; 20 are better')
  return [
    ...(maxLoss === undefined ? [] : [lossGate(name, byCpu, maxLoss)]),
    ...(minRatio === undefined ? [] : [ratioGate(byCpu, minRatio)])
  ]
}

/** @typedef {import('../statistics/paired').PairedContrast} PairedContrast */

/** @type {(name: string, byCpu: PairedContrast, maxLoss: number) => Gate} */
function lossGate (name, byCpu, maxLoss) {
  const [, high] = byCpu.interval
  const bound = 1 - maxLoss / 100
  const passed = high >= bound
  const falseAlarms = probabilityBelow(byCpu, 1, bound)
  const misses = 1 - probabilityBelow(byCpu, bound - CLEAR / 100, bound)
  return {
    passed,
    verdict: passed
      ? `MAX_LOSS=${maxLoss} met: no loss of more than ${maxLoss} % is shown`
      : `MAX_LOSS=${maxLoss} exceeded: ${name} lost at least ${number((1 - high) * 100)} %`,
    errors: `it fails for ${chance(falseAlarms)} of equal targets and misses ${chance(misses)} of losses of ` +
      `${maxLoss + CLEAR} %`
  }
}

/** @type {(byCpu: PairedContrast, minRatio: number) => Gate} */
function ratioGate (byCpu, minRatio) {
  const { ratio, interval: [low] } = byCpu
  const passed = low >= minRatio
  const fails = 1 - probabilityBelow(byCpu, 1 / ratio, 1 / minRatio)
  const lowerBound = (Math.floor(low * 100) / 100).toFixed(2) // rounded up, it might look as if it met the gate
  return {
    passed,
    verdict: `MIN_RATIO=${minRatio} ${passed ? '' : 'not '}met: lower bound ${lowerBound} ×`,
    errors: `it fails ${chance(fails)} of the time if ${number(ratio)} × is the true ratio, ` +
      `and passes 2.5 % of the time if it is only ${minRatio} ×`
  }
}

/** @param {number} probability of less than 0.1 %, only that is said: the noise is not known more exactly */
const chance = (probability) => probability < 0.001 ? 'less than 0.1 %' : percent(probability)

module.exports = { judgeGates }
