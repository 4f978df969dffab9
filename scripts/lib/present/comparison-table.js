'use strict'

// A comparison as text: both targets, Node core's table, the ratio, and what speaks against it.

const { exact, number, ratio } = require('../cli/format')
const { terminalTable } = require('./table')

/** @typedef {import('../experiments/judgement').Judgement} Judgement */

const LEVELS = ['*', '**', '***']

/**
 * @param {Judgement} judgement
 * @returns {{head: string[], rows: string[][]}} what was measured
 */
function measured ({ a, b }) {
  const rows = [['A', a], ['B', b]].map(([letter, { name, mean, stdev, n }]) =>
    [`${letter} ${name}`, `${number(mean)} ± ${number(stdev)}`, number(n)])
  return { head: ['', 'Req/Sec, mean ± stdev', 'runs'], rows }
}

/**
 * @param {...(import('../statistics/contrast').Contrast & {a: {name: string}, b: {name: string}})} judgements
 * @returns {{head: string[], rows: string[][]}} Node core's table
 */
function judged (...judgements) {
  return {
    head: ['', 'confidence', 'improvement', 'accuracy (*)', '(**)', '(***)'],
    rows: judgements.map(({ a, b, stars, improvement, accuracy }) =>
      [`${a.name} → ${b.name}`, stars, `${exact(improvement)} %`, ...accuracy.map((half) => `± ${exact(half)} %`)])
  }
}

/**
 * @param {Judgement} judgement
 * @returns {string} the ratio with its interval
 */
function ratioText ({ ratio: measured, ratioInterval: [low, high] }) {
  const top = high === Infinity ? 'no bound above' : ratio(high)
  return `${ratio(measured)} (95 % confidence interval: ${ratio(low)} to ${top})`
}

/**
 * @param {Judgement} judgement
 * @returns {string}
 */
const pText = ({ p }) => p > 0 && p < 0.0001 ? p.toExponential(1) : String(Number(p.toPrecision(2)))

/**
 * @param {Judgement} judgement
 * @returns {string} what the stars allow to say
 */
function verdict ({ a, b, stars, improvement }) {
  if (!stars) return `no difference between ${a.name} and ${b.name} is shown: it may be noise`
  return `${b.name} is ${improvement > 0 ? 'faster' : 'slower'} than ${a.name}`
}

/**
 * @param {import('../experiments/comparison').Comparison} comparison
 * @param {Judgement} judgement
 * @param {import('./table').Paint} paint
 * @returns {string} all of it, for the terminal
 */
function comparisonTable ({ settings, environment }, judgement, paint) {
  const { a, b, falsePositives, warnings } = judgement
  const { head, rows } = judged(judgement)
  const facts = [
    ['ratio B/A', ratioText(judgement)],
    ['p-value', pText(judgement)],
    ['by chance', `1 comparison of two that are the same: expect ${falsePositives.map((n, i) => `${n} false positives at ${LEVELS[i]}`).join(', ')}`],
    ['verdict', verdict(judgement)],
    ...warnings.map((text) => ['warning', paint('yellow', text)])
  ]
  return [
    `${paint('bold', `${a.name} → ${b.name}`)}: ${settings.connections} connections for ${settings.duration} s in each run, Node.js ${environment.node}`,
    terminalTable(measured(judgement).head, measured(judgement).rows, paint),
    terminalTable(head, rows, paint),
    '',
    ...facts.map(([name, text]) => `${paint('bold', name.padEnd(11))} ${text}`)
  ].join('\n')
}

module.exports = { comparisonTable, judged, measured, pText, ratioText, verdict }
