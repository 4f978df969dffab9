'use strict'

/** @import { Analysis, Interval, Series } from '../compare/types' */

const { number, ratio, rough } = require('../cli/format')
const { visibleChange, MIN_PAIRS } = require('../compare/paired')
const { describeLoad } = require('../load/load-settings')
const { factLines, titleLine } = require('../cli/terminal')
const { boundCell, middleCell, rateCell, ratioCell } = require('./cells')
const { terminalTable } = require('./table')

const P_VALUE = 'the chance of at least this difference if both were equal'
const KERNEL = 'the operating system, which handles the sockets: the last column leaves it out'

/**
 * Shows the verdict, the speed-up and the gates, then both targets, and the warnings.
 * @param {Series} comparison
 * @param {Analysis} analysis
 * @param {{verdict: string}[]} [gates]
 */
function comparisonTable ({ settings, environment }, analysis, gates = []) {
  const { a, b, byCpu, byRate, bound } = analysis
  const load = `${describeLoad(settings)} in each run, Node.js ${environment.node}`
  const rateSpeedUp = bound ? boundCell(bound, ratio(byRate.ratio)) : ratioCell(byRate)
  const table = {
    head: ['', 'runs', 'Req/Sec', 'CPU time per request', 'outside the kernel'],
    rows: [
      targetRow('A', a),
      targetRow('B', b),
      ['speed-up', '', rateSpeedUp, ratioCell(byCpu), ratioCell(analysis.byUser)]
    ]
  }
  const interval = `95 % confidence interval: ${intervalCell(byCpu.interval)}`
  const conclusion = [
    ['verdict', verdict(analysis)],
    ['speed-up', `${ratio(byCpu.ratio)} by CPU time per request (${interval})`]
  ]
  const visible = `a difference of ${rough(visibleChange(byCpu) * 100)} % or more`
  const facts = [
    ['p-value', `${rough(byCpu.p)} (${P_VALUE})`],
    ['could show', `${visible}: these runs vary too much to show a smaller one`],
    ['kernel', KERNEL]
  ]
  for (const { verdict } of gates) conclusion.push(['gate', verdict])
  for (const warning of analysis.warnings) facts.push(['warning', warning])
  return [
    titleLine(`${a.name} → ${b.name}`, load),
    factLines(conclusion),
    terminalTable(table),
    factLines(facts)
  ].join('\n')
}

/** @param {string} side @param {Analysis['a']} sample */
function targetRow (side, sample) {
  const { name, n, cpu, user } = sample
  const times = [middleCell(cpu, ' µs'), middleCell(user, ' µs')]
  return [`${side} ${name}`, number(n), rateCell(sample), ...times]
}

/** @param {Analysis} analysis */
function verdict ({ a, b, byCpu }) {
  const [low, high] = byCpu.interval ?? [0, Infinity] // null for a few runs
  if (low > 1) return `✓ ${b.name} needs less CPU time per request than ${a.name}`
  if (high < 1) return `✗ ${b.name} needs more CPU time per request than ${a.name}`
  return `no difference between ${a.name} and ${b.name} is shown`
}

/** @param {Interval|null} interval */
function intervalCell (interval) {
  return interval ? interval.map(ratio).join(' to ') : `none with fewer than ${MIN_PAIRS} runs`
}

module.exports = { comparisonTable }
