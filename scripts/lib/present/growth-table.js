'use strict'

// A growth as text: the samples, the fit, and what the fit predicts.

const { ms, number, percent } = require('../base/format')
const { targetNames } = require('../measure/targets')
const { growthDominates, predictRequests } = require('../experiments/growth')
const { describeRequest } = require('./result-table')
const { factLines, terminalTable, titleLine, wrapText } = require('./table')

const WIDTH = 24 // characters of the longest bar

/** @typedef {import('../experiments/growth').Growth} Growth */
/** @typedef {import('../measure/measure').Result} Result */
/** @typedef {import('./table').TableData} TableData */

/** @param {number} value */
const precise = (value) => Number(value.toPrecision(3)).toString()
/** @param {number} value ms, as µs */
const us = (value) => `${precise(value * 1000)} µs`
/** @param {[number, number]} interval ms, as µs */
const usInterval = ([low, high]) => `${us(low)} to ${us(high)}`

/** @type {(growth: Growth) => TableData} the samples, each with a bar as long as its service time */
function samplesTable ({ samples }) {
  // The first request compiles and connects: it would dwarf the others.
  const longest = Math.max(...samples.slice(1).map(({ ms }) => ms))
  return {
    head: ['requests', 'listeners', 'a request', 'Req/Sec', ''],
    rows: samples.map(({ requests, listeners, ms: time, perSecond }) => {
      const bar = '█'.repeat(Math.min(WIDTH, Math.round(time / longest * WIDTH))).padEnd(WIDTH)
      return [number(requests), listeners === null ? '' : number(listeners), ms(time), number(perSecond), bar]
    })
  }
}

/** @type {(growth: Pick<Growth, 'stage'|'fit'|'samples'>) => string} the verdict on b */
function growthVerdict ({ stage, fit, samples }) {
  const [low, high] = fit.bInterval
  const n = samples[samples.length - 1].requests
  const share = percent(Math.abs(fit.b * n / fit.a))
  if (growthDominates({ fit, samples })) return `${stage} grows: each request makes every later one ${us(fit.b)} slower`
  if (low > 0) return `${stage} grew by ${share} in ${number(n)} requests`
  const most = `at most ${us(Math.max(0, high) * 1000)} per thousand requests`
  if (high >= 0) return `no growth of ${stage} is shown: ${most} (95 % confidence)`
  return `${stage} does not grow: it became ${share} faster (it was still warming up, or another process ended)`
}

/** @type {(growth: Growth) => string[]} the fit in a row: stage, a, b, interval of b, R², slope */
const fitRow = ({ stage, fit: { a, b, bInterval, r2, slope } }) =>
  [stage, us(a), us(b), usInterval(bInterval), precise(r2), slope === null ? '' : precise(slope)]

/** @type {(growing: Growth, bench?: Result) => TableData} what √(2T/c) predicts for a load; what a bench measured */
function predictionTable ({ fit }, bench) {
  const seconds = bench?.load.duration ?? 10
  const requests = predictRequests(fit.b / 1000, seconds)
  const formula = `predicted: √(2 · ${seconds} s / ${us(fit.b)})`
  const predicted = [formula, number(Math.round(requests)), number(requests / seconds)]
  const head = ['', 'requests', 'Req/Sec', 'off by']
  if (!bench) return { head, rows: [[...predicted, '']] }
  const { total, average } = bench.requests
  const off = requests / total - 1
  const measured = [`measured: ${bench.load.connections} connections, ${seconds} s`, number(total), number(average), '']
  return { head, rows: [[...predicted, `${off < 0 ? '−' : '+'}${percent(Math.abs(off))}`], measured] }
}

// The growth for the terminal. A bench of the same code checks the prediction.
/** @type {(growth: Growth, bench: Result|undefined, paint: import('./table').Paint) => string} */
function growthTable (growth, bench, paint) {
  const { stage, environment, settings, fit: { a, b, aInterval, bInterval, r2, slope } } = growth
  const isPredicted = growthDominates(growth)
  const hint = isPredicted && !bench ? wrapText(`${benchOf(stage)} measures what is predicted here`) : []
  const how = 'one request after another on one connection'
  const conditions = [...describeRequest(settings), how, `Node.js ${environment.node}`].join(', ')
  return [
    titleLine(stage, conditions, paint),
    terminalTable(samplesTable(growth), paint),
    '',
    factLines([
      ['fit', 'time of a request = a + b·k, k being the requests served before'],
      ['a', `${us(a)} (95 % confidence interval: ${usInterval(aInterval)})`],
      ['b', `${us(b)} (95 % confidence interval: ${usInterval(bInterval)})`],
      ['R²', precise(r2)],
      ['slope', slope === null
        ? 'the run was too short for a log-log slope'
        : `${precise(slope)} on log-log axes beyond the first few hundred requests`],
      ['verdict', growthVerdict(growth)]
    ], paint),
    ...(isPredicted ? [terminalTable(predictionTable(growth, bench), paint)] : []),
    ...hint.map((line) => paint('dim', line))
  ].join('\n')
}

/** @param {string} stage @returns {string} the command; only ours have a make target of their own */
const benchOf = (stage) => targetNames.includes(stage) ? `make bench-${stage}` : 'make bench APP=…'

module.exports = { fitRow, growthTable, growthVerdict, predictionTable, samplesTable, us }
