'use strict'

// A lab's result as tables and sentences, for the terminal and for the docs.

const { bytes, number, ratio: formatRatio, significant } = require('../base/format')
const { evaluateConclusions, targetRatio } = require('../experiments/lab-figures')
const { countLimited, valuesOf } = require('../experiments/labs')
const { experimentWarnings } = require('../experiments/lab-warnings')
const { loadedMachineWarnings } = require('../measure/result-warnings')
const { contrast, contrastTable, LEVELS } =
  require('../../../docs/labs/node-versions/contrast')
const { median, medianInterval } = require('../statistics/median')
const { describeEnvironment } = require('./result-table')
const { boundText, middleText } = require('./summary-table')
const { factLines, terminalTable, markdownTable, terminalWidth, titleLine, wrapText } = require('./table')
const { summarize } = require('../../../docs/labs/node-versions/welch')

const INTERVAL_RUNS = 6 // fewer give no 95 % interval of a median
const RATIO_RUNS = 4 // fewer are less than two blocks of A B B A

/** @typedef {import('../experiments/run-lab').LabResult} LabResult */
/** @typedef {import('../experiments/run-lab').MeasuredExperiment} Measured */
/** @typedef {import('../experiments/run-lab').MeasuredTarget} Target */
/** @typedef {import('../experiments/labs').Conclusion} Conclusion */
/** @typedef {import('../experiments/labs').Figure} Figure */

/** @param {number} value */
const short = (value) => Math.abs(value) < 1000 ? significant(value) : number(value)
/** @param {number} value */
const shortBytes = (value) => bytes(Number(value.toPrecision(3)))

// The median, and below it the 95 % interval; the range of the runs where all are too few for one; a lower bound alone.
/** @type {(target: Target, figure: Figure) => string} */
function medianText (target, figure) {
  const { unit, name } = figure
  const values = valuesOf(target, name)
  if (!values.length) return '–'
  const isFew = target.observations.length < INTERVAL_RUNS
  const [low, high] = isFew ? [Math.min(...values), Math.max(...values)] : medianInterval(values) ?? [0, 0]
  const isLimited = countLimited(target, figure) > 0
  const interval = /** @type {[number, number]|null} */ (low === high || isLimited ? null : [low, high])
  const middle = { median: median(values), interval }
  const text = unit === 'bytes' ? middleText(middle, '', shortBytes) : middleText(middle, unit && ` ${unit}`, short)
  return isLimited ? boundText('≥', text) : text
}

// Node core's table; or a row for each target, with the median of each figure and, where targets are judged by it, the
// ratio to the first target.
/** @type {(experiment: Measured) => import('./table').TableData} */
function experimentTable (experiment) {
  if (experiment.table === 'core') return contrastTable(...contrasts(experiment))
  const { figures, source, targets: [first, ...others] } = experiment
  const columns = figures.flatMap(({ label, better }) => better ? [label, `to ${first.name}`] : [label])
  const rows = [first, ...others].map((target) => [
    target.name,
    ...figures.flatMap((figure) => {
      const value = medianText(target, figure)
      return figure.better ? [value, target === first ? '' : ratioText(target, first, figure)] : [value]
    }),
    ...(source ? [source.figures[target.name] ?? ''] : [])
  ])
  return { head: ['', ...columns, ...(source ? [source.name] : [])], rows }
}

/** @type {(target: Target, first: Target, figure: Figure) => string} with its interval, or as a bound without one */
function ratioText (target, first, figure) {
  const found = targetRatio(target, first, figure)
  if (!found) return '–'
  const { ratio, bound, interval } = found
  return bound ? boundText(bound, formatRatio(ratio)) : middleText({ median: ratio, interval }, ' ×')
}

/** @typedef {import('../../../docs/labs/node-versions/contrast').NamedContrast} NamedContrast */
/** @type {(experiment: Measured) => NamedContrast[]} each to the first */
const contrasts = ({ figures, targets: [first, ...others] }) =>
  figures.flatMap((figure) => others.flatMap((other) => {
    const [a, b] = [first, other].map((target) => valuesOf(target, figure.name))
    if (a.length < 2 || b.length < 2 || !summarize(a).mean) return []
    const { bound = '' } = targetRatio(other, first, figure) ?? {}
    const names = { a: { name: `${figure.label}: ${first.name}` }, b: { name: other.name } }
    return [{ ...names, bound, ...contrast(summarize(a), summarize(b)) }]
  }))

/** @type {(experiment: Measured) => string[]} sentences to read before believing it */
function notes (experiment) {
  const { table, targets, figures, note, skipReason } = experiment
  if (skipReason) return [`skipped: ${skipReason}`]
  const runs = targets[0].observations.length
  const compared = figures.filter(({ better }) => better).length * (targets.length - 1)
  const statistics = table === 'core' ? '' : `: ${statisticsText(runs, compared)}`
  return [
    `${runs} runs of each${statistics}.${note ? ` ${note}` : ''}`,
    ...(compared && table === 'core' ? [starsByChance(compared)] : [])
  ]
}

/** @type {(runs: number, compared: number) => string} what the cells hold; `compared`: how many ratios */
function statisticsText (runs, compared) {
  if (runs >= INTERVAL_RUNS) return `medians${compared ? ' and ratios' : ''} with their 95 % intervals`
  const ranges = 'medians with the range of the runs'
  if (!compared) return ranges
  if (runs < RATIO_RUNS) return `${ranges}; the interval of a ratio needs RUNS=${RATIO_RUNS}`
  return `${ranges}, ratios with their 95 % intervals`
}

/** @param {number} compared @returns {string} */
function starsByChance (compared) {
  const byChance = LEVELS.map((level, i) => `${significant(level * compared)} at ${'*'.repeat(i + 1)}`).join(', ')
  return `${compared} comparison${compared > 1 ? 's' : ''}: of targets that are the same, expect ${byChance} by chance.`
}

/** @type {(lab: LabResult, conclusions: Conclusion[], paint: import('./table').Paint) => string} */
function labTable (result, conclusions, paint) {
  /** @param {string[]} warnings */
  const warningLines = (warnings) =>
    warnings.length ? [factLines(warnings.map((warning) => ['warning', warning]), paint)] : []
  const sections = result.experiments.map((experiment) => [
    ...wrapText(experiment.title).map((line) => paint('bold', line)),
    ...(experiment.skipReason ? [] : [tableText(experiment, paint)]),
    ...notes(experiment).flatMap((note) => wrapText(note)),
    ...warningLines(experimentWarnings(experiment))
  ].join('\n'))
  const marks = evaluateConclusions(result, conclusions).map(({ text, holds }) => {
    if (holds === null) return '– not measured in this run'
    const lines = wrapText(holds ? text : `not shown by this run: ${text}`, terminalWidth() - 2).join('\n  ')
    return `${holds ? paint('green', '✓') : paint('red', '✗')} ${lines}`
  })
  const title = [
    titleLine(result.title, `Node.js ${result.environment.node}`, paint),
    ...warningLines(loadedMachineWarnings(result.environment, observationsOf(result)))
  ].join('\n')
  return [title, ...sections, ['What follows', ...marks].join('\n')].join('\n\n')
}

/** @type {(experiment: Measured, paint: import('./table').Paint) => string} */
function tableText (experiment, paint) {
  const table = experimentTable(experiment)
  const aligns = table.head.map((title, i) => i === 0 || title === experiment.source?.name ? 'left' : 'right')
  return terminalTable(table, paint, aligns) // what is on the left may wrap
}

/** @param {LabResult} result */
const observationsOf = ({ experiments }) =>
  experiments.flatMap(({ targets = [] }) => targets.flatMap(({ observations }) => observations))

/** @param {LabResult} result @returns {Record<string, string>} Markdown of each experiment, by its name */
function labMarkdown (result) {
  const loaded = loadedMachineWarnings(result.environment, observationsOf(result))
  return Object.fromEntries(result.experiments.map((experiment) => {
    const warnings = [...loaded, ...experimentWarnings(experiment)]
      .map((warning) => `Warning: ${warning}.`)
    const table = markdownTable(experimentTable(experiment))
    const where = `${describeEnvironment(result)}.`
    return [experiment.name, [table, '', ...notes(experiment), ...warnings, '', where].join('\n')]
  }))
}

/** @type {(result: LabResult, conclusions: Conclusion[]) => string} Markdown: a list of those that hold */
const conclusionsMarkdown = (result, conclusions) =>
  evaluateConclusions(result, conclusions).filter(({ holds }) => holds).map(({ text }) => `- ${text}`).join('\n')

module.exports = { conclusionsMarkdown, experimentTable, labMarkdown, labTable, notes }
