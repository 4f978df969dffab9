'use strict'

// A comparison as text: both targets, the speed-up, what the runs could have shown, and Node core's table.

const { exact, number, ratio } = require('../base/format')
const { decisiveContrast } = require('../experiments/analysis')
const { describeLoad } = require('./result-table')
const { boundText, middleText, rateText } = require('./summary-table')
const { factLines, terminalTable, titleLine, wrapText } = require('./table')
const { runsToShow, visibleChange } = require('../statistics/paired')

/** @typedef {import('../experiments/series').Comparison} Comparison */
/** @typedef {import('../experiments/analysis').Analysis & {gates?: Gate[]}} Analysis */
/** @typedef {import('../experiments/gate').Gate} Gate */
/** @typedef {import('../statistics/contrast').Contrast} Contrast */
/** @typedef {Contrast & {a: {name: string}, b: {name: string}, bound?: Analysis['bound']}} NamedContrast */
/** @typedef {import('./table').Paint} Paint */
/** @typedef {import('./table').TableData} TableData */

const WELCH = 'Req/Sec by Welch\'s t-test, as in Node core\'s benchmarks and the 2023 report:'

/** @type {(analysis: Analysis) => TableData} both targets and the speed-up, as medians with their intervals */
function meansTable ({ a, b, byCpu, byRate, bound }) {
  /** @type {(contrast: import('../statistics/paired').PairedContrast) => string} */
  const speedUp = ({ ratio: median, interval, blocks }) =>
    middleText({ median, interval: blocks > 1 ? interval : null }, ' ×')
  /** @type {(side: string, sample: Analysis['a']) => string[]} */
  const row = (side, { name, n, rate, limited, cpu }) =>
    [`${side} ${name}`, number(n), rateText(rate, limited), cpu ? middleText(cpu, ' µs') : '–']
  const byReqs = bound ? boundText(bound, ratio(byRate.ratio)) : speedUp(byRate)
  return {
    head: ['', 'runs', 'Req/Sec', 'CPU time per request'],
    rows: [row('A', a), row('B', b), ['speed-up', '', byReqs, byCpu ? speedUp(byCpu) : '–']]
  }
}

// The table that Node core's benchmarks print. A bound has no confidence and no accuracy.
/** @type {(...contrasts: NamedContrast[]) => TableData} */
const contrastTable = (...contrasts) => ({
  head: ['', 'confidence', 'improvement', 'accuracy (*)', '(**)', '(***)'],
  rows: contrasts.map(({ a, b, stars, improvement, accuracy, bound = '' }) => [
    `${a.name} → ${b.name}`,
    bound ? '' : stars,
    boundText(bound, `${exact(improvement)} %`),
    ...accuracy.map((half) => bound ? '–' : `± ${exact(half)} %`)
  ])
})

/** @type {(analysis: Analysis) => TableData} of the req/s */
const welchTable = ({ a, b, welch }) => contrastTable({ ...welch, a, b })

/** @param {[number, number]} interval of a ratio */
const intervalText = ([low, high]) => `${ratio(low)} to ${high === Infinity ? 'no upper bound' : ratio(high)}`

/** @type {(analysis: Analysis) => string} what is judged; a bound if the load generator was the bottleneck */
const decisiveRatio = ({ byCpu, byRate, bound }) => byCpu ? ratio(byCpu.ratio) : boundText(bound, ratio(byRate.ratio))

/** @type {(analysis: Analysis) => string} with its interval */
const speedUpText = (analysis) => `${decisiveRatio(analysis)} by ${analysis.byCpu
  ? 'CPU time per request'
  : 'requests per second'} (95 % confidence interval: ${intervalText(decisiveContrast(analysis).interval)})`

/** @param {number} share of 1, as % */
const twoDigits = (share) => `${Number((share * 100).toPrecision(2))} %`

/** @type {(analysis: Analysis) => string} what so many runs could have shown */
function visibilityText (analysis) {
  const judged = decisiveContrast(analysis)
  if (judged.blocks < 2) return 'nothing: an interval needs RUNS=4 at least'
  const visible = visibleChange(judged)
  if (!visible) return 'any difference: the runs did not vary'
  const runs = number(runsToShow(judged, visible / 2))
  return `a difference of ${twoDigits(visible)} or more; RUNS=${runs} would show one of ${twoDigits(visible / 2)}`
}

/** @param {{p: number}} contrast */
const pText = ({ p }) => p > 0 && p < 0.0001 ? p.toExponential(1) : String(Number(p.toPrecision(2)))

/** @type {(analysis: Analysis) => string} what the interval allows to say */
function verdict (analysis) {
  const { a, b, byCpu } = analysis
  const [low, high] = decisiveContrast(analysis).interval
  if (low <= 1 && high >= 1) return `no difference between ${a.name} and ${b.name} is shown`
  return byCpu
    ? `${b.name} needs ${low > 1 ? 'less' : 'more'} CPU time per request than ${a.name}`
    : `${b.name} answers ${low > 1 ? 'more' : 'fewer'} requests per second than ${a.name}`
}

/** @type {(analysis: Analysis) => string[][]} name and text */
const comparisonFacts = (analysis) => [
  ['speed-up', speedUpText(analysis)],
  ['verdict', verdict(analysis)],
  ['by chance', 'of twenty comparisons of equal targets, expect one that shows a difference'],
  ['could show', visibilityText(analysis)],
  ...(analysis.gates ?? []).map(({ verdict, errors }) => ['gate', `${verdict}. With these runs, ${errors}`]),
  ...analysis.warnings.map((warning) => ['warning', warning])
]

/** @type {(comparison: Comparison, analysis: Analysis, paint: Paint) => string} for the terminal */
function comparisonTable ({ settings, environment }, analysis, paint) {
  const { a, b, welch } = analysis
  const load = `${describeLoad(settings)} in each run, Node.js ${environment.node}`
  return [
    titleLine(`${a.name} → ${b.name}`, load, paint),
    terminalTable(meansTable(analysis), paint),
    factLines(comparisonFacts(analysis), paint),
    '',
    ...wrapText(WELCH),
    terminalTable(welchTable(analysis), paint),
    factLines([['p-value', pText(welch)]], paint)
  ].join('\n')
}

module.exports = {
  comparisonFacts,
  comparisonTable,
  contrastTable,
  decisiveRatio,
  intervalText,
  meansTable,
  pText,
  verdict,
  welchTable,
  WELCH
}
