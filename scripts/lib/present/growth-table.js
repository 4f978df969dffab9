'use strict'

// A growth as text: the samples, the fit, and what it predicts.

const { ms, number, percent } = require('../cli/format')
const { growthDominates, predictRequests } = require('../statistics/growth-prediction')
const { terminalTable } = require('./table')

const WIDTH = 24 // characters of the longest bar

/** @typedef {import('../experiments/growth').Growth} Growth */

const precise = (value) => Number(value.toPrecision(3)).toString()

/** @param {number} value ms, as µs */
const us = (value) => `${precise(value * 1000)} µs`

/**
 * @param {Growth} growth
 * @returns {{head: string[], rows: string[][]}} the samples, each with a bar as long as its service time
 */
function samplesTable ({ samples }) {
  // The first request compiles and connects: it would dwarf the others.
  const longest = Math.max(...samples.slice(1).map(({ ms }) => ms))
  const bar = (value) => '█'.repeat(Math.min(WIDTH, Math.round(value / longest * WIDTH))).padEnd(WIDTH)
  return {
    head: ['requests', 'after listeners', 'a request', 'Req/Sec', ''],
    rows: samples.map((sample) => [
      number(sample.requests),
      sample.listeners === null ? '' : number(sample.listeners),
      ms(sample.ms),
      number(sample.perSecond),
      bar(sample.ms)
    ])
  }
}

/**
 * @param {Growth} growth
 * @returns {string} the verdict on b
 */
function growthVerdict ({ stage, fit, samples }) {
  const [low, high] = fit.bInterval
  const n = samples.at(-1).requests
  const share = percent(Math.abs(fit.b * n / fit.a))
  if (low > 0 && growthDominates({ fit, samples })) return `${stage} grows: each request makes every later one ${us(fit.b)} dearer`
  if (low > 0) return `${stage} grew by ${share} in ${number(n)} requests`
  if (high < 0) return `${stage} does not grow: it became ${share} cheaper (it was still warming up, or a neighbour left)`
  return `${stage} does not grow: zero lies within the interval of b`
}

/** Name and text of each figure of the fit. */
function fitFacts (growth) {
  const { a, b, aInterval, bInterval, r2, slope } = growth.fit
  const around = (value, [low, high], show) => `${show(value)} (95 % confidence interval: ${show(low)} to ${show(high)})`
  return [
    ['fit', 'time of a request = a + b·k, k being the requests served before'],
    ['a', around(a, aInterval, us)],
    ['b', around(b, bInterval, us)],
    ['R²', precise(r2)],
    ['slope', slope === null ? 'the run was too short for a log-log slope' : `${precise(slope)} on log-log paper beyond the first few hundred requests`],
    ['verdict', growthVerdict(growth)]
  ]
}

/**
 * @param {Growth} growth
 * @returns {string[]} the fit in a row: stage, a, b, interval of b, R², slope
 */
function fitRow ({ stage, fit: { a, b, bInterval: [low, high], r2, slope } }) {
  return [stage, us(a), us(b), `${us(low)} to ${us(high)}`, precise(r2), slope === null ? '' : precise(slope)]
}

/**
 * What √(2T/c) says of a load, beside what a bench has measured.
 *
 * @param {Growth} growth one that grows
 * @param {import('../measure/measure').Result} [bench]
 * @returns {{head: string[], rows: string[][]}}
 */
function predictionTable ({ fit }, bench) {
  const seconds = bench?.load.duration ?? 10
  const requests = predictRequests(fit.b / 1000, seconds)
  const off = bench && requests / bench.requests.total - 1
  return {
    head: ['', 'requests', 'Req/Sec', 'off by'],
    rows: [
      [`predicted: √(2 · ${seconds} s / ${us(fit.b)})`, number(Math.round(requests)), number(requests / seconds), bench ? `${off < 0 ? '−' : '+'}${percent(Math.abs(off))}` : ''],
      ...(bench ? [[`measured: ${bench.load.connections} connections, ${seconds} s`, number(bench.requests.total), number(bench.requests.average), '']] : [])
    ]
  }
}

/**
 * @param {Growth} growth
 * @param {import('../measure/measure').Result} [bench] of the same stage, to hold the prediction against
 * @param {import('./table').Paint} paint
 * @returns {string} all of it, for the terminal
 */
function growthTable (growth, bench, paint) {
  const { head, rows } = samplesTable(growth)
  const facts = fitFacts(growth).map(([name, text]) => `${paint('bold', name.padEnd(11))} ${text}`)
  const predicted = growthDominates(growth) ? predictionTable(growth, bench) : undefined
  return [
    `${paint('bold', growth.stage)}: one request after another on one connection, Node.js ${growth.environment.node}`,
    terminalTable(head, rows, paint),
    '',
    ...facts,
    ...(predicted ? [terminalTable(predicted.head, predicted.rows, paint)] : []),
    ...(predicted && !bench ? [paint('dim', `make bench-${growth.stage} measures what is predicted here`)] : [])
  ].join('\n')
}

module.exports = { fitRow, growthTable, growthVerdict, predictionTable, samplesTable, us }
