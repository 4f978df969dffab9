'use strict'

// A comparison as text: the means of both targets, Node core's table, the ratio, and the reasons to distrust it.

const { exact, number, ratio } = require('../cli/format')
const { factLines, terminalTable, terminalWidth, titleLine } = require('./table')

/** @typedef {import('../experiments/judgement').Judgement} Judgement */
/** @typedef {import('../statistics/contrast').Contrast & {a: {name: string}, b: {name: string}}} NamedContrast */
/** @typedef {import('./table').TableData} TableData */

/** @param {Judgement} judgement @returns {TableData} what was measured */
function meansTable ({ a, b }) {
  /** @param {string} letter @param {Judgement['a']} side */
  const row = (letter, { name, mean, stdev, n }) =>
    [`${letter} ${name}`, `${number(mean)} ± ${number(stdev)}`, number(n)]
  return { head: ['', 'Req/Sec, mean ± stdev', 'runs'], rows: [row('A', a), row('B', b)] }
}

/** @param {...NamedContrast} contrasts @returns {TableData} the table that Node core's benchmarks print */
function contrastTable (...contrasts) {
  return {
    head: ['', 'confidence', 'improvement', 'accuracy (*)', '(**)', '(***)'],
    rows: contrasts.map(({ a, b, stars, improvement, accuracy }) =>
      [`${a.name} → ${b.name}`, stars, `${exact(improvement)} %`, ...accuracy.map((half) => `± ${exact(half)} %`)])
  }
}

/** @param {[number, number]} interval of a ratio */
const intervalText = ([low, high]) => `${ratio(low)} to ${high === Infinity ? 'no upper bound' : ratio(high)}`

/** @param {import('../statistics/contrast').Contrast} contrast @returns {string} the ratio with its interval */
const ratioText = ({ ratio: measured, ratioInterval }) =>
  `${ratio(measured)} (95 % confidence interval: ${intervalText(ratioInterval)})`

/** @param {{p: number}} contrast */
const pText = ({ p }) => p > 0 && p < 0.0001 ? p.toExponential(1) : String(Number(p.toPrecision(2)))

/** @param {Judgement} judgement @returns {string} what the stars allow to say */
function verdict ({ a, b, stars, improvement }) {
  if (!stars) return `no difference between ${a.name} and ${b.name} is shown: it may be noise`
  return `${b.name} is ${improvement > 0 ? 'faster' : 'slower'} than ${a.name}`
}

/**
 * @param {import('../experiments/comparison').Comparison} comparison
 * @param {Judgement} judgement
 * @param {import('./table').Paint} paint
 * @param {number} [width] columns
 * @returns {string} all of it, for the terminal
 */
function comparisonTable ({ settings, environment }, judgement, paint, width = terminalWidth()) {
  const { a, b, falsePositives, warnings } = judgement
  const byChance = falsePositives.map((n, i) => `${n} false positives at ${'*'.repeat(i + 1)}`).join(', ')
  const tables = [meansTable(judgement), contrastTable(judgement)]
    .map(({ head, rows }) => terminalTable(head, rows, paint, undefined, width))
  const load = `${settings.connections} connections for ${settings.duration} s in each run, Node.js ${environment.node}`
  return [
    titleLine(`${a.name} → ${b.name}`, load, paint, width),
    ...tables,
    '',
    factLines([
      ['ratio B/A', ratioText(judgement)],
      ['p-value', pText(judgement)],
      ['by chance', `one comparison of two equal targets: expect ${byChance}`],
      ['verdict', verdict(judgement)],
      ...warnings.map((warning) => ['warning', warning])
    ], paint, width)
  ].join('\n')
}

module.exports = { comparisonTable, contrastTable, intervalText, meansTable, pText, ratioText, verdict }
