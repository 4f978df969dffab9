'use strict'

// Targets side by side, each with one run or with several made in turns.

/** @import { Bound, Middle } from '../experiments/types' */
/** @import { Result } from '../measure/types' */
/** @import { TableData } from './types' */

const { exact, number, significant } = require('../base/format')
const { STAGES } = require('../base/stages')
const {
  cpuTimes,
  isLimited,
  middle,
  rates
} = require('../experiments/analysis')
const { pairedContrast } = require('../statistics/paired')
const { latencyText } = require('./result-table')

const CPU_NOTE =
  'Speed-up and share of the baseline: by the CPU time that a request costs the ' +
  'server, pair by pair of the runs; the ratio of the medians may differ a little.'

/**
 * Shows medians, with 95 % intervals from six runs on.
 * @param {Result[][]} series the runs of each target
 * @returns {TableData}
 */
function summaryTable (series) {
  const isSingle = series.every(({ length }) => length === 1)
  const head = [
    '',
    'Req/Sec',
    'CPU time per request',
    'speed-up',
    'of the baseline'
  ]
  if (isSingle) head.push('p99') // no room for it beside intervals
  head.push('limited by')
  const baseline = findRuns(series, 'baseline')
  const rows = series.map((runs) => {
    const row = [
      runs[0].target,
      rateText(middle(rates(runs)), runs.some(isLimited)),
      middleText(middle(cpuTimes(runs)), ' µs'),
      speedUpText(runs, series),
      baseline ? ratioText(baseline, runs, ' %', share) : ''
    ]
    if (isSingle) row.push(latencyText(runs[0], 'p99'))
    row.push([...new Set(runs.map(({ bottleneck }) => bottleneck))].join('\n'))
    return row
  })
  return { head, rows }
}

function findRuns (series, name) {
  return series.find(([{ target }]) => target === name)
}

/**
 * Writes a median, with its interval on a line of its own, if it is no point.
 * @param {Middle} middle
 * @param {string} unit
 * @param {(value: number) => string} [format]
 * @returns {string}
 */
function middleText ({ median, interval }, unit, format = significant) {
  const text = format(median) + unit
  const [low, high] = interval?.map(format) ?? []
  return low === high ? text : `${text}\n${low}–${high}`
}

/**
 * @param {Bound} bound
 * @param {string} text
 * @returns {string} a dash where nothing is known
 */
function boundText (bound, text) {
  if (bound === '?') return '–'
  return bound ? `${bound} ${text}` : text
}

/**
 * @param {Middle} rate req/s
 * @param {boolean} limited the server could answer more
 * @returns {string}
 */
function rateText (rate, limited) {
  return limited
    ? boundText('≥', number(rate.median))
    : middleText(rate, '', number)
}

// Over the stage before it in the series.
function speedUpText (runs, series) {
  const rank = STAGES.indexOf(runs[0].target)
  const before = STAGES.slice(0, Math.max(0, rank)).findLast((stage) =>
    findRuns(series, stage)
  )
  return before ? ratioText(findRuns(series, before), runs, ` × ${before}`) : ''
}

function ratioText (reference, runs, unit, format) {
  const { ratio, interval } = pairedContrast(
    cpuTimes(runs),
    cpuTimes(reference)
  )
  return middleText(
    { median: ratio, interval: reference === runs ? null : interval },
    unit,
    format
  )
}

function share (ratio) {
  return ratio < 0.01 ? exact(ratio * 100) : significant(ratio * 100)
}

module.exports = { boundText, middleText, rateText, summaryTable, CPU_NOTE }
