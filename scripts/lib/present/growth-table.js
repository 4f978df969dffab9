'use strict'

// A growth as text: the samples, the fit, and what the fit predicts.

const { ms, number, percent } = require('../cli/format')
const { growthDominates, predictRequests } = require('../statistics/growth-prediction')
const { factLines, terminalTable, terminalWidth, titleLine } = require('./table')

const WIDTH = 24 // characters of the longest bar

/** @typedef {import('../experiments/growth').Growth} Growth */
/** @typedef {import('./table').TableData} TableData */

const precise = (/** @type {number} */ value) => Number(value.toPrecision(3)).toString()

/** @param {number} value ms, as µs */
const us = (value) => `${precise(value * 1000)} µs`

/**
 * @param {Growth} growth
 * @returns {TableData} the samples, each with a bar as long as its service time
 */
function samplesTable ({ samples }) {
  // The first request compiles and connects: it would dwarf the others.
  const longest = Math.max(...samples.slice(1).map(({ ms }) => ms))
  const bar = (/** @type {number} */ value) =>
    '█'.repeat(Math.min(WIDTH, Math.round(value / longest * WIDTH))).padEnd(WIDTH)
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
 * @param {Pick<Growth, 'stage'|'fit'|'samples'>} growth
 * @returns {string} the verdict on b
 */
function growthVerdict ({ stage, fit, samples }) {
  const [low, high] = fit.bInterval
  const n = samples[samples.length - 1].requests
  const share = percent(Math.abs(fit.b * n / fit.a))
  if (low > 0 && growthDominates({ fit, samples })) {
    return `${stage} grows: each request makes every later one ${us(fit.b)} dearer`
  }
  if (low > 0) return `${stage} grew by ${share} in ${number(n)} requests`
  if (high < 0) {
    return `${stage} does not grow: it became ${share} cheaper (it was still warming up, or another process ended)`
  }
  return `${stage} does not grow: zero lies within the interval of b`
}

/** @param {Growth} growth @returns {import('./table').Fact[]} each figure of the fit */
function fitFacts (growth) {
  const { a, b, aInterval, bInterval, r2, slope } = growth.fit
  const around = (/** @type {number} */ value, /** @type {number[]} */ [low, high]) =>
    `${us(value)} (95 % confidence interval: ${us(low)} to ${us(high)})`
  return [
    ['fit', 'time of a request = a + b·k, k being the requests served before'],
    ['a', around(a, aInterval)],
    ['b', around(b, bInterval)],
    ['R²', precise(r2)],
    ['slope', slope === null
      ? 'the run was too short for a log-log slope'
      : `${precise(slope)} on log-log axes beyond the first few hundred requests`],
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
 * What √(2T/c) predicts for a load, and what a bench measured.
 *
 * @param {Growth} growth one that grows
 * @param {import('../measure/measure').Result} [bench]
 * @returns {TableData}
 */
function predictionTable ({ fit }, bench) {
  const seconds = bench?.load.duration ?? 10
  const requests = predictRequests(fit.b / 1000, seconds)
  const figures = [number(Math.round(requests)), number(requests / seconds)]
  const prediction = `predicted: √(2 · ${seconds} s / ${us(fit.b)})`
  const head = ['', 'requests', 'Req/Sec', 'off by']
  if (!bench) return { head, rows: [[prediction, ...figures, '']] }
  const { total, average } = bench.requests
  const off = requests / total - 1
  return {
    head,
    rows: [
      [prediction, ...figures, `${off < 0 ? '−' : '+'}${percent(Math.abs(off))}`],
      [`measured: ${bench.load.connections} connections, ${seconds} s`, number(total), number(average), '']
    ]
  }
}

/**
 * @param {Growth} growth
 * @param {import('../measure/measure').Result|undefined} bench of the same code, to check the prediction
 * @param {import('./table').Paint} paint
 * @param {number} [width] columns
 * @returns {string} all of it, for the terminal
 */
function growthTable (growth, bench, paint, width = terminalWidth()) {
  const { stage, environment } = growth
  const tables = [samplesTable(growth), ...(growthDominates(growth) ? [predictionTable(growth, bench)] : [])]
  const [samples, predicted] = tables.map(({ head, rows }) => terminalTable(head, rows, paint, undefined, width))
  return [
    titleLine(stage, `one request after another on one connection, Node.js ${environment.node}`, paint, width),
    samples,
    '',
    factLines(fitFacts(growth), paint, width),
    ...(predicted ? [predicted] : []),
    ...(predicted && !bench ? [paint('dim', `make bench-${stage} measures what is predicted here`)] : [])
  ].join('\n')
}

module.exports = { fitRow, growthTable, growthVerdict, predictionTable, samplesTable, us }
