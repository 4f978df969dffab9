'use strict'

// Targets side by side, each with one run or with several made in turns: medians, with 95 % intervals from six runs on.

const { exact, number, significant } = require('../base/format')
const { cpuTimes, isLimited, middle, rates, speedUps } = require('../experiments/analysis')
const { latencyText, resultName } = require('./result-table')
const { median } = require('../statistics/median')

const STAGES = ['slow', 'fast', 'optimized']
const CPU_NOTE = 'Speed-up and share of the baseline: by the CPU time that a request costs the server.'

/** @typedef {import('../measure/measure').Result} Result */
/** @typedef {import('../experiments/analysis').Middle} Middle */

/** @type {(series: Result[][]) => import('./table').TableData} `series`: the runs of each target */
function summaryTable (series) {
  const baseline = series.find(([{ target }]) => target === 'baseline')
  const isSingle = series.every(({ length }) => length === 1)
  /** @type {Record<string, (runs: Result[]) => string>} */
  const columns = {
    '': ([result]) => resultName(result),
    'Req/Sec': (runs) => rateText(middle(rates(runs)), runs.some(isLimited)),
    answered: (runs) => number(median(runs.map(({ requests }) => requests.total))),
    'CPU time per request': cpuText,
    'speed-up': (runs) => speedUpText(runs, series),
    'of the baseline': (runs) => baseline ? ratioText(baseline, runs, ' %', share) : '',
    ...(isSingle && { p99: ([result]) => latencyText(result, 'p99') }), // there is no room for it beside the intervals
    'limited by': (runs) => [...new Set(runs.map(({ bottleneck }) => bottleneck))].join('\n')
  }
  const cells = Object.values(columns)
  return { head: Object.keys(columns), rows: series.map((runs) => cells.map((cell) => cell(runs))) }
}

/** @type {(middle: Middle, unit: string, format?: (value: number) => string) => string} the interval on its own line */
const middleText = ({ median, interval }, unit, format = significant) =>
  format(median) + unit + (interval ? `\n${interval.map(format).join('–')}` : '')

/** @type {(bound: string, text: string) => string} a dash where both targets were limited: nothing is known */
const boundText = (bound, text) => bound === '?' ? '–' : `${bound} ${text}`.trim()

/** @type {(rate: Middle, limited: boolean) => string} `limited`: the server could have answered more */
const rateText = (rate, limited) => limited ? boundText('≥', number(rate.median)) : middleText(rate, '', number)

/** @param {Result[]} runs */
function cpuText (runs) {
  const times = cpuTimes(runs)
  return times ? middleText(middle(times), ' µs') : '–'
}

/** @type {(runs: Result[], series: Result[][]) => string} of a stage, to the stage before it */
function speedUpText (runs, series) {
  const earlier = STAGES.slice(0, Math.max(0, STAGES.indexOf(runs[0].target)))
  const before = earlier.findLast((stage) => series.some(([{ target }]) => target === stage))
  const reference = series.find(([{ target }]) => target === before)
  return reference ? ratioText(reference, runs, ` × ${before}`) : ''
}

/** @type {(reference: Result[], runs: Result[], unit: string, format?: (ratio: number) => string) => string} */
function ratioText (reference, runs, unit, format = significant) {
  const { byCpu } = speedUps(reference, runs)
  if (!byCpu) return '–'
  const hasInterval = byCpu.blocks > 1 && reference !== runs
  return middleText({ median: byCpu.ratio, interval: hasInterval ? byCpu.interval : null }, unit, format)
}

/** @param {number} ratio as %, without the sign */
const share = (ratio) => (ratio < 0.01 ? exact : significant)(ratio * 100)

module.exports = { boundText, middleText, rateText, summaryTable, CPU_NOTE }
