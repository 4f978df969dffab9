'use strict'

// Targets side by side, each with one run or with several made in turns: medians, with 95 % intervals from six runs on.

const { number, significant } = require('../cli/format')
const { cpuTimes, isLimited, middle, rates, speedUps } = require('../experiments/judgement')
const { resultName } = require('./result-table')
const { median } = require('../statistics/median')

const STAGES = ['slow', 'fast', 'optimized']
const CPU_NOTE = 'Speed-up and share of the baseline: by the CPU time that a request costs the server.'

/** @typedef {import('../measure/measure').Result} Result */
/** @typedef {import('../experiments/judgement').Middle} Middle */

/** @type {(series: Result[][]) => import('./table').TableData} `series`: the runs of each target */
function summaryTable (series) {
  const baseline = series.find(([{ target }]) => target === 'baseline')
  const isSingle = series.every(({ length }) => length === 1)
  /** @type {Record<string, (runs: Result[]) => string>} */
  const columns = {
    '': ([result]) => resultName(result),
    'Req/Sec': (runs) => (runs.some(isLimited) ? '≥ ' : '') + middleText(middle(rates(runs)), '', number),
    answered: (runs) => number(median(runs.map(({ requests }) => requests.total))),
    'CPU time per request': cpuText,
    'speed-up': (runs) => speedUpText(runs, series),
    'of the baseline': (runs) => baseline ? ratioText(baseline, runs, ' %', 100) : '',
    ...(isSingle && { p99: p99Text }), // there is no room for it beside the intervals
    bottleneck: (runs) => [...new Set(runs.map(({ bottleneck }) => bottleneck))].join(', ')
  }
  const cells = Object.values(columns)
  return { head: Object.keys(columns), rows: series.map((runs) => cells.map((cell) => cell(runs))) }
}

/** @type {(middle: Middle, unit: string, format?: (value: number) => string) => string} the interval on its own line */
const middleText = ({ median, interval }, unit, format = significant) =>
  format(median) + unit + (interval ? `\n${format(interval[0])}–${format(interval[1])}${unit}` : '')

/** @param {Result[]} runs */
function cpuText (runs) {
  const times = cpuTimes(runs)
  return times ? middleText(middle(times), ' µs') : '–'
}

/** @param {Result[]} runs one */
const p99Text = ([{ latency, requests }]) => requests.total ? `${number(latency.p99)} ms` : '–'

/** @type {(runs: Result[], series: Result[][]) => string} of a stage, to the stage before it */
function speedUpText (runs, series) {
  const earlier = STAGES.slice(0, Math.max(0, STAGES.indexOf(runs[0].target)))
  const before = earlier.findLast((stage) => series.some(([{ target }]) => target === stage))
  const reference = series.find(([{ target }]) => target === before)
  return reference ? ratioText(reference, runs, ` × ${before}`) : ''
}

/** @type {(reference: Result[], runs: Result[], unit: string, factor?: number) => string} by CPU time per request */
function ratioText (reference, runs, unit, factor = 1) {
  const { byCpu } = speedUps(reference, runs)
  if (!byCpu) return '–'
  const [low, high] = byCpu.interval
  const interval = byCpu.blocks > 1 && reference !== runs
  return middleText({ median: byCpu.ratio * factor, interval: interval ? [low * factor, high * factor] : null }, unit)
}

module.exports = { middleText, summaryTable, CPU_NOTE }
