'use strict'

// A comparison as text: both targets, the speed-up, and what the runs could have shown.

/** @import { Analysis, Gate, Series, TargetSample } from '../experiments/types' */
/** @import { Interval, PairedContrast } from '../statistics/types' */
/** @import { Paint, TableData } from './types' */

const { number, ratio } = require('../base/format')
const { decisiveContrast } = require('../experiments/analysis')
const { visibleChange } = require('../statistics/paired')
const { describeLoad } = require('./result-table')
const { boundText, middleText, rateText } = require('./summary-table')
const { factLines, terminalTable, titleLine } = require('./table')

const P_VALUE = 'how unlikely this difference would be if both were equal'

/** @param {Analysis} analysis @returns {TableData} medians with their intervals */
function meansTable ({ a, b, byCpu, byRate, bound }) {
  const rateSpeedUp = bound ? boundText(bound, ratio(byRate.ratio)) : contrastText(byRate)
  return {
    head: ['', 'runs', 'Req/Sec', 'CPU time per request'],
    rows: [
      targetRow('A', a),
      targetRow('B', b),
      ['speed-up', '', rateSpeedUp, byCpu ? contrastText(byCpu) : '–']
    ]
  }
}

/** @param {string} side @param {TargetSample} sample */
function targetRow (side, { name, n, rate, limited, cpu }) {
  const cpuText = cpu ? middleText(cpu, ' µs') : '–'
  return [`${side} ${name}`, number(n), rateText(rate, limited), cpuText]
}

/** @param {PairedContrast} contrast */
function contrastText ({ ratio, interval, blocks }) {
  return middleText({ median: ratio, interval: blocks > 1 ? interval : null }, ' ×')
}

/** @param {Interval} interval of a ratio */
function intervalText ([low, high]) {
  return `${ratio(low)} to ${high === Infinity ? 'no upper bound' : ratio(high)}`
}

/** @param {Analysis} analysis @returns {string} the ratio that decides, or a bound */
function decisiveRatio ({ byCpu, byRate, bound }) {
  return byCpu ? ratio(byCpu.ratio) : boundText(bound, ratio(byRate.ratio))
}

/** @param {Analysis} analysis @returns {string} what the interval allows to say */
function verdict (analysis) {
  const { a, b, byCpu } = analysis
  const [low, high] = decisiveContrast(analysis).interval
  if (low <= 1 && high >= 1) return `no difference between ${a.name} and ${b.name} is shown`
  return byCpu
    ? `${b.name} needs ${low > 1 ? 'less' : 'more'} CPU time per request than ${a.name}`
    : `${b.name} answers ${low > 1 ? 'more' : 'fewer'} requests per second than ${a.name}`
}

/** @param {number} p @returns {string} with two digits */
function pText (p) {
  if (p > 0 && p < 0.0001) return p.toExponential(1)
  return String(Number(p.toPrecision(2)))
}

/** @param {PairedContrast} contrast */
function visibilityText (contrast) {
  if (contrast.blocks < 2) return 'nothing: an interval needs RUNS=4 at least'
  const visible = visibleChange(contrast)
  if (!visible) return 'any difference: the runs did not vary'
  return `a difference of ${Number((visible * 100).toPrecision(2))} % or more`
}

/**
 * Says what is judged, with its p-value, and how far to trust it.
 * @param {Analysis} analysis
 * @param {Gate[]} [gates]
 * @returns {string[][]} name and text of each fact
 */
function comparisonFacts (analysis, gates = []) {
  const contrast = decisiveContrast(analysis)
  const figure = analysis.byCpu ? 'CPU time per request' : 'requests per second'
  const interval = `95 % confidence interval: ${intervalText(contrast.interval)}`
  const facts = [
    ['speed-up', `${decisiveRatio(analysis)} by ${figure} (${interval})`],
    ['verdict', verdict(analysis)],
    ['p-value', `${pText(contrast.p)} (${P_VALUE})`],
    ['could show', visibilityText(contrast)]
  ]
  for (const { verdict } of gates) facts.push(['gate', verdict])
  for (const warning of analysis.warnings) facts.push(['warning', warning])
  return facts
}

/**
 * Shows a comparison on the terminal.
 * @param {Series} comparison
 * @param {Analysis} analysis
 * @param {Gate[]} gates
 * @param {Paint} paint
 * @returns {string}
 */
function comparisonTable ({ settings, environment }, analysis, gates, paint) {
  const load = `${describeLoad(settings)} in each run, Node.js ${environment.node}`
  return [
    titleLine(`${analysis.a.name} → ${analysis.b.name}`, load, paint),
    terminalTable(meansTable(analysis), paint),
    factLines(comparisonFacts(analysis, gates), paint)
  ].join('\n')
}

module.exports = {
  comparisonFacts, comparisonTable, decisiveRatio, intervalText, meansTable, pText, verdict
}
