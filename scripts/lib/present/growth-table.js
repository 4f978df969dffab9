'use strict'

// A growth as text: the samples, the fit, and what the fit predicts.

const { ms, number, percent } = require('../base/format')
const { growthDominates, predictRequests } = require('../experiments/growth')
const { targetNames } = require('../measure/targets')
const { describeRequest } = require('./result-table')
const { factLines, terminalTable, titleLine, wrapText } = require('./table')

/**
 * @import { Growth } from '../experiments/types'
 * @import { Result } from '../measure/types'
 * @import { Interval } from '../statistics/types'
 * @import { Paint, TableData } from './types'
 */

const WIDTH = 24 // characters of the longest bar

/** @param {number} value */
function precise (value) {
  return Number(value.toPrecision(3)).toString()
}

/**
 * @param {number} value In ms.
 * @returns {string} In µs.
 */
function us (value) {
  return `${precise(value * 1000)} µs`
}

/** @param {Interval} interval In ms. */
function usInterval ([low, high]) {
  return `${us(low)} to ${us(high)}`
}

/**
 * The samples, each with a bar as long as its service time.
 *
 * @param {Growth} growth
 * @returns {TableData}
 */
function samplesTable ({ samples }) {
  // The first request compiles and connects: its bar would dwarf the others.
  const longest = Math.max(...samples.slice(1).map((sample) => sample.ms))
  const rows = samples.map((sample) => {
    const length = Math.min(WIDTH, Math.round(sample.ms / longest * WIDTH))
    return [
      number(sample.requests),
      sample.listeners === null ? '' : number(sample.listeners),
      ms(sample.ms),
      number(sample.perSecond),
      '█'.repeat(length).padEnd(WIDTH)
    ]
  })
  return { head: ['requests', 'listeners', 'a request', 'Req/Sec', ''], rows }
}

/**
 * What the interval of b allows to say.
 *
 * @param {Pick<Growth, 'stage' | 'fit' | 'samples'>} growth
 * @returns {string}
 */
function growthVerdict ({ stage, fit, samples }) {
  const [low, high] = fit.bInterval
  const { requests } = samples[samples.length - 1]
  const share = percent(Math.abs(fit.b * requests / fit.a))
  if (growthDominates({ fit, samples })) {
    return `${stage} grows: each request makes every later one ${us(fit.b)} slower`
  }
  if (low > 0) return `${stage} grew by ${share} in ${number(requests)} requests`
  if (high < 0) {
    return `${stage} does not grow: it became ${share} faster ` +
      '(it was still warming up, or another process ended)'
  }
  const most = `${us(high * 1000)} per thousand requests`
  return `no growth of ${stage} is shown: at most ${most} (95 % confidence)`
}

/**
 * The fit in a row: stage, a, b, interval of b, R².
 *
 * @param {Growth} growth
 * @returns {string[]}
 */
function fitRow ({ stage, fit: { a, b, bInterval, r2 } }) {
  return [stage, us(a), us(b), usInterval(bInterval), precise(r2)]
}

/**
 * What √(2T/c) predicts for a load, and what a bench measured.
 *
 * @param {Growth} growth
 * @param {Result} [bench]
 * @returns {TableData}
 */
function predictionTable ({ fit }, bench) {
  const head = ['', 'requests', 'Req/Sec', 'off by']
  const seconds = bench?.load.duration ?? 10
  const requests = predictRequests(fit.b / 1000, seconds)
  const predicted = [
    `predicted: √(2 · ${seconds} s / ${us(fit.b)})`,
    number(Math.round(requests)),
    number(requests / seconds)
  ]
  if (!bench) return { head, rows: [[...predicted, '']] }
  const { total, average } = bench.requests
  const off = requests / total - 1
  const load = `${bench.load.connections} connections, ${seconds} s`
  return {
    head,
    rows: [
      [...predicted, `${off < 0 ? '−' : '+'}${percent(Math.abs(off))}`],
      [`measured: ${load}`, number(total), number(average), '']
    ]
  }
}

/**
 * A growth for the terminal.
 *
 * @param {Growth} growth
 * @param {Result | undefined} bench Of the same code: it checks the prediction.
 * @param {Paint} paint
 * @returns {string}
 */
function growthTable (growth, bench, paint) {
  const { stage, environment, settings, fit: { a, b, aInterval, bInterval, r2 } } = growth
  const conditions = [
    ...describeRequest(settings),
    'one request after another on one connection',
    `Node.js ${environment.node}`
  ].join(', ')
  const lines = [
    titleLine(stage, conditions, paint),
    terminalTable(samplesTable(growth), paint),
    '',
    factLines([
      ['fit', 'time of a request = a + b·k, k being the requests served before'],
      ['a', `${us(a)} (95 % confidence interval: ${usInterval(aInterval)})`],
      ['b', `${us(b)} (95 % confidence interval: ${usInterval(bInterval)})`],
      ['R²', precise(r2)],
      ['verdict', growthVerdict(growth)]
    ], paint)
  ]
  if (growthDominates(growth)) {
    lines.push(terminalTable(predictionTable(growth, bench), paint))
    if (!bench) lines.push(benchHint(stage, paint))
  }
  return lines.join('\n')
}

/** @param {string} stage @param {Paint} paint */
function benchHint (stage, paint) {
  const command = targetNames.includes(stage) ? `make bench-${stage}` : 'make bench APP=…'
  const lines = wrapText(`${command} measures what is predicted here`)
  return lines.map((line) => paint('dim', line)).join('\n')
}

module.exports = { fitRow, growthTable, growthVerdict, predictionTable, samplesTable, us }
