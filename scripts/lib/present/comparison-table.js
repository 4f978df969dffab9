'use strict'

// A comparison as text: both targets, the speed-up, and what the runs could have shown.

/** @import { Analysis, Gate, Series, TargetSample } from '../experiments/types' */
/** @import { Interval, PairedContrast } from '../statistics/types' */
/** @import { Paint, TableData } from './types' */

const { number, ratio } = require('../base/format')
const { decisiveContrast } = require('../experiments/analysis')
const { visibleChange, LEAST } = require('../statistics/paired')
const { describeLoad } = require('./result-table')
const { boundText, middleText, rateText } = require('./summary-table')
const { factLines, terminalTable, titleLine } = require('./table')

const P_VALUE = 'how unlikely this difference would be if both were equal'

/** @param {Analysis} analysis @returns {TableData} medians with their intervals */
function meansTable ({ a, b, byCpu, byUser, byRate, bound }) {
  const rateSpeedUp = bound ? boundText(bound, ratio(byRate.ratio)) : contrastText(byRate)
  return {
    head: ['', 'runs', 'Req/Sec', 'CPU time per request', 'outside the kernel'],
    rows: [
      targetRow('A', a),
      targetRow('B', b),
      ['speed-up', '', rateSpeedUp, contrastText(byCpu), contrastText(byUser)]
    ]
  }
}

/** @param {string} side @param {TargetSample} sample */
function targetRow (side, { name, n, rate, limited, cpu, user }) {
  const [cpuText, userText] = [cpu, user].map((time) => time ? middleText(time, ' µs') : '–')
  return [`${side} ${name}`, number(n), rateText(rate, limited), cpuText, userText]
}

/** @param {PairedContrast|null} contrast */
function contrastText (contrast) {
  if (!contrast) return '–'
  const { ratio, interval, pairs } = contrast
  return middleText({ median: ratio, interval: pairs < LEAST ? null : interval }, ' ×')
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
  const shown = shownSide(decisiveContrast(analysis))
  if (!shown) return `no difference between ${a.name} and ${b.name} is shown`
  return byCpu
    ? `${b.name} needs ${shown > 0 ? 'less' : 'more'} CPU time per request than ${a.name}`
    : `${b.name} answers ${shown > 0 ? 'more' : 'fewer'} requests per second than ${a.name}`
}

/** @param {PairedContrast} contrast @returns {number} 1: B is better; -1: worse; 0: not shown */
function shownSide ({ interval: [low, high] }) {
  if (low > 1) return 1
  return high < 1 ? -1 : 0
}

/** @param {Analysis} analysis @returns {string[][]} why two figures that disagree do not decide */
function disagreement ({ b, byCpu, byRate, bound }) {
  if (!byCpu || bound) return []
  const shown = shownSide(byRate)
  if (!shown || shown === shownSide(byCpu)) return []
  const more = shown > 0 ? 'more' : 'fewer'
  return [['note', `${b.name} answered ${more} requests per second, but CPU time decides: ` +
    'requests per second also depend on the load generator and on other programs']]
}

/** @param {number} p @returns {string} with two digits */
function pText (p) {
  if (p > 0 && p < 0.0001) return p.toExponential(1)
  return String(Number(p.toPrecision(2)))
}

/** @param {PairedContrast} contrast */
function visibilityText (contrast) {
  if (contrast.pairs < LEAST) return `nothing: an interval needs RUNS=${LEAST} at least`
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
    ...disagreement(analysis),
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
