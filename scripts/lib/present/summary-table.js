'use strict'

// Targets side by side, each with one run or with several made in turns.

/** @import { Bound, Middle } from '../experiments/types' */
/** @import { Result } from '../measure/types' */
/** @import { TableData } from './types' */

const { exact, number, significant } = require('../base/format')
const { STAGES } = require('../base/stages')
const { cpuTimes, isLimited, middle, rates } = require('../experiments/analysis')
const { pairedContrast, LEAST } = require('../statistics/paired')
const { latencyText } = require('./result-table')

const CPU_NOTE = 'Speed-up and share of the baseline: by the CPU time that a request costs the ' +
  'server, pair by pair of the runs; the ratio of the medians may differ a little.'

/**
 * Shows medians, with 95 % intervals from six runs on.
 * @param {Result[][]} series the runs of each target
 * @returns {TableData}
 */
function summaryTable (series) {
  const baseline = series.find(([{ target }]) => target === 'baseline')
  /** @type {Record<string, (runs: Result[]) => string>} */
  const columns = {
    '': ([{ target }]) => target,
    'Req/Sec': (runs) => rateText(middle(rates(runs)), runs.some(isLimited)),
    'CPU time per request': (runs) => middleText(middle(cpuTimes(runs)), ' µs'),
    'speed-up': (runs) => speedUpText(runs, series),
    'of the baseline': (runs) => baseline ? ratioText(baseline, runs, ' %', share) : ''
  }
  if (series.every(({ length }) => length === 1)) {
    columns.p99 = ([result]) => latencyText(result, 'p99') // no room for it beside intervals
  }
  columns['limited by'] = (runs) =>
    [...new Set(runs.map(({ bottleneck }) => bottleneck))].join('\n')
  const cells = Object.values(columns)
  return {
    head: Object.keys(columns),
    rows: series.map((runs) => cells.map((cell) => cell(runs)))
  }
}

/**
 * Writes a median, with its interval on a line of its own.
 * @param {Middle} middle
 * @param {string} unit
 * @param {(value: number) => string} [format]
 * @returns {string}
 */
function middleText ({ median, interval }, unit, format = significant) {
  const text = format(median) + unit
  return interval ? `${text}\n${interval.map(format).join('–')}` : text
}

/** @type {(bound: Bound, text: string) => string} a dash where nothing is known */
function boundText (bound, text) {
  if (bound === '?') return '–'
  return bound ? `${bound} ${text}` : text
}

/** @type {(rate: Middle, limited: boolean) => string} `limited`: the server could answer more */
function rateText (rate, limited) {
  return limited ? boundText('≥', number(rate.median)) : middleText(rate, '', number)
}

/** @type {(runs: Result[], series: Result[][]) => string} over the stage before */
function speedUpText (runs, series) {
  const rank = STAGES.indexOf(runs[0].target)
  for (const stage of STAGES.slice(0, Math.max(0, rank)).reverse()) {
    const reference = series.find(([{ target }]) => target === stage)
    if (reference) return ratioText(reference, runs, ` × ${stage}`)
  }
  return ''
}

/**
 * @param {Result[]} reference
 * @param {Result[]} runs
 * @param {string} unit
 * @param {(ratio: number) => string} [format]
 */
function ratioText (reference, runs, unit, format) {
  const { ratio, interval, pairs } = pairedContrast(cpuTimes(runs), cpuTimes(reference))
  const isInterval = pairs >= LEAST && reference !== runs
  return middleText({ median: ratio, interval: isInterval ? interval : null }, unit, format)
}

/** @param {number} ratio */
function share (ratio) {
  return ratio < 0.01 ? exact(ratio * 100) : significant(ratio * 100)
}

module.exports = { boundText, middleText, rateText, summaryTable, CPU_NOTE }
