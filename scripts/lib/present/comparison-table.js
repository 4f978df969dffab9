'use strict'

// A comparison as text: the means of both targets, Node core's table, the ratio, and the reasons to distrust it.

const { exact, number, ratio } = require('../cli/format')
const { factLines, terminalTable, terminalWidth, titleLine } = require('./table')

/** @typedef {import('../experiments/comparison').Comparison} Comparison */
/** @typedef {import('../experiments/judgement').Judgement} Judgement */
/** @typedef {import('../statistics/contrast').Contrast} Contrast */
/** @typedef {Contrast & {a: {name: string}, b: {name: string}}} NamedContrast */
/** @typedef {import('./table').Paint} Paint */
/** @typedef {import('./table').TableData} TableData */

/** @type {(judgement: Judgement) => TableData} what was measured */
const meansTable = ({ a, b }) => ({
  head: ['', 'Req/Sec, mean ± stdev', 'runs'],
  rows: [a, b].map(({ name, mean, stdev, n }, i) =>
    [`${'AB'[i]} ${name}`, `${number(mean)} ± ${number(stdev)}`, number(n)])
})

/** @type {(...contrasts: NamedContrast[]) => TableData} the table that Node core's benchmarks print */
const contrastTable = (...contrasts) => ({
  head: ['', 'confidence', 'improvement', 'accuracy (*)', '(**)', '(***)'],
  rows: contrasts.map(({ a, b, stars, improvement, accuracy }) =>
    [`${a.name} → ${b.name}`, stars, `${exact(improvement)} %`, ...accuracy.map((half) => `± ${exact(half)} %`)])
})

/** @param {[number, number]} interval of a ratio */
const intervalText = ([low, high]) => `${ratio(low)} to ${high === Infinity ? 'no upper bound' : ratio(high)}`

/** @type {(contrast: Contrast) => string} the ratio with its interval */
const ratioText = ({ ratio: measured, ratioInterval }) =>
  `${ratio(measured)} (95 % confidence interval: ${intervalText(ratioInterval)})`

/** @param {{p: number}} contrast */
const pText = ({ p }) => p > 0 && p < 0.0001 ? p.toExponential(1) : String(Number(p.toPrecision(2)))

/** @type {(judgement: Judgement) => string} what the stars allow to say */
const verdict = ({ a, b, stars, improvement }) => stars
  ? `${b.name} is ${improvement > 0 ? 'faster' : 'slower'} than ${a.name}`
  : `no difference between ${a.name} and ${b.name} is shown: it may be noise`

/** @type {(comparison: Comparison, judgement: Judgement, paint: Paint, width?: number) => string} for the terminal */
function comparisonTable ({ settings, environment }, judgement, paint, width = terminalWidth()) {
  const { a, b, falsePositives, warnings } = judgement
  const byChance = falsePositives.map((n, i) => `${n} false positives at ${'*'.repeat(i + 1)}`).join(', ')
  const load = `${settings.connections} connections for ${settings.duration} s in each run, Node.js ${environment.node}`
  return [
    titleLine(`${a.name} → ${b.name}`, load, paint, width),
    ...[meansTable(judgement), contrastTable(judgement)]
      .map(({ head, rows }) => terminalTable(head, rows, paint, undefined, width)),
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
