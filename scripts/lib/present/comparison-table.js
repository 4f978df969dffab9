'use strict'

// A comparison as text: both targets, the speed-up, and what the runs could have shown.

/** @import { Analysis, Gate, Series } from '../experiments/types' */
/** @import { Interval } from '../statistics/types' */
/** @import { Paint, TableData } from './types' */

const { number, ratio } = require('../base/format')
const { visibleChange, LEAST } = require('../statistics/paired')
const { describeLoad } = require('./result-table')
const { boundText, middleText, rateText } = require('./summary-table')
const { factLines, terminalTable, titleLine } = require('./table')

const P_VALUE = 'how unlikely this difference would be if both were equal'

/** @param {Analysis} analysis @returns {TableData} medians with their intervals */
function meansTable ({ a, b, byCpu, byUser, byRate, bound }) {
  const rateSpeedUp = bound
    ? boundText(bound, ratio(byRate.ratio))
    : contrastText(byRate)
  return {
    head: ['', 'runs', 'Req/Sec', 'CPU time per request', 'outside the kernel'],
    rows: [
      targetRow('A', a),
      targetRow('B', b),
      ['speed-up', '', rateSpeedUp, contrastText(byCpu), contrastText(byUser)]
    ]
  }
}

function targetRow (side, { name, n, rate, limited, cpu, user }) {
  return [
    `${side} ${name}`,
    number(n),
    rateText(rate, limited),
    middleText(cpu, ' µs'),
    middleText(user, ' µs')
  ]
}

function contrastText ({ ratio, interval }) {
  return middleText({ median: ratio, interval }, ' ×')
}

/** @param {Interval|null} interval of a ratio @returns {string} */
function intervalText (interval) {
  if (!interval) return `none with fewer than ${LEAST} runs`
  return interval.map(ratio).join(' to ')
}

function verdict ({ a, b, byCpu }) {
  const [low, high] = byCpu.interval ?? [0, Infinity]
  if (low > 1) return `${b.name} needs less CPU time per request than ${a.name}`
  if (high < 1) {
    return `${b.name} needs more CPU time per request than ${a.name}`
  }
  return `no difference between ${a.name} and ${b.name} is shown`
}

function visibilityText (contrast) {
  if (!contrast.interval) {
    return `nothing: an interval needs RUNS=${LEAST} at least`
  }
  const percent = Number((visibleChange(contrast) * 100).toPrecision(2))
  return `a difference of ${percent} % or more`
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
  const { a, b, byCpu, warnings } = analysis
  const load = `${describeLoad(settings)} in each run, Node.js ${environment.node}`
  const interval = `95 % confidence interval: ${intervalText(byCpu.interval)}`
  const facts = [
    ['speed-up', `${ratio(byCpu.ratio)} by CPU time per request (${interval})`],
    ['verdict', verdict(analysis)],
    ['p-value', `${Number(byCpu.p.toPrecision(2))} (${P_VALUE})`],
    ['could show', visibilityText(byCpu)]
  ]
  for (const { verdict } of gates) facts.push(['gate', verdict])
  for (const warning of warnings) facts.push(['warning', warning])
  return [
    titleLine(`${a.name} → ${b.name}`, load, paint),
    terminalTable(meansTable(analysis), paint),
    factLines(facts, paint)
  ].join('\n')
}

module.exports = { comparisonTable, intervalText, meansTable }
