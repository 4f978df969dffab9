'use strict'

// A lab's result as tables and sentences, for the terminal and for the docs.

const { contrastTable } = require('./comparison-table')
const { bytes, ms, number, percent, ratio, significant } = require('../cli/format')
const { contrast, LEVELS } = require('../statistics/contrast')
const { describeEnvironment } = require('./result-table')
const { terminalTable, markdownTable, terminalWidth, titleLine, wrapText } = require('./table')
const { summarize } = require('../statistics/welch')

/** @typedef {import('../experiments/run-lab').LabResult} LabResult */
/** @typedef {import('../experiments/run-lab').MeasuredExperiment} Measured */
/** @typedef {import('../experiments/run-lab').MeasuredTarget} Target */
/** @typedef {import('../experiments/labs').Conclusion} Conclusion */
/** @typedef {import('../statistics/welch').Sample} Sample */

/** @type {(sample: Sample, figure: {unit: string}) => string} its mean, and its standard deviation as a share of it */
function meanText ({ mean, stdev }, { unit }) {
  /** @type {Record<string, string>} by unit */
  const texts = { ms: ms(mean), bytes: bytes(mean), '%': percent(mean / 100), '': number(mean) }
  const text = texts[unit] ?? `${number(mean)} ${unit}`
  const share = stdev / Math.abs(mean)
  return stdev > 0 ? `${text} ± ${share < 0.01 ? '< 1 %' : percent(share)}` : text
}

/** @type {(target: Target|undefined, figure: string) => Sample|null} null if it was not measured */
function summarizeFigure (target, figure) {
  const values = (target?.observations ?? []).map((observation) => observation[figure])
    .filter((value) => typeof value === 'number')
  return values.length ? summarize(values) : null
}

// Node core's table; or a row for each target, with the mean and the standard deviation of each figure and, where
// targets are judged by it, the ratio to the first target with Welch's stars.
/** @type {(experiment: Measured) => import('./table').TableData} */
function experimentTable (experiment) {
  if (experiment.table === 'core') return contrastTable(...contrasts(experiment))
  const { figures, source, targets: [first, ...others] } = experiment
  const columns = figures.flatMap(({ label, better }) => better ? [label, `to ${first.name}`] : [label])
  const rows = [first, ...others].map((target) => [
    target.name,
    ...figures.flatMap((figure) => {
      const own = summarizeFigure(target, figure.name)
      const value = own ? meanText(own, figure) : '–'
      if (!figure.better) return [value]
      return [value, own && target !== first ? ratioToFirst(summarizeFigure(first, figure.name), own) : '']
    }),
    ...(source ? [source.figures[target.name] ?? ''] : [])
  ])
  return { head: ['', ...columns, ...(source ? [source.name] : [])], rows }
}

/** @type {(e: Measured) => import('./comparison-table').NamedContrast[]} each target and the first, by each figure */
const contrasts = ({ figures, targets: [first, ...others] }) =>
  figures.flatMap(({ name, label }) => others.flatMap((other) => {
    const [a, b] = [first, other].map((target) => summarizeFigure(target, name))
    if (!a?.mean || !b || a.n < 2 || b.n < 2) return []
    return [{ a: { name: `${label}: ${first.name}` }, b: { name: other.name }, ...contrast(a, b) }]
  }))

/** @param {Sample|null} first @param {Sample} own */
function ratioToFirst (first, own) {
  if (!first?.mean) return ''
  const stars = first.n > 1 && own.n > 1 ? contrast(first, own).stars : ''
  return `${ratio(own.mean / first.mean)} ${stars}`.trim()
}

/** @type {(experiment: Measured) => string[]} sentences to read before believing it */
function notes ({ targets, figures, note, skipReason }) {
  if (skipReason) return [`skipped: ${skipReason}`]
  const compared = figures.filter(({ better }) => better).length * (targets.length - 1)
  const limited = targets.filter(({ observations }) => observations.some(({ generatorBound }) => generatorBound))
  const names = limited.map(({ name }) => name).join(', ')
  const byChance = LEVELS.map((level, i) => `${significant(level * compared)} at ${'*'.repeat(i + 1)}`).join(', ')
  const comparisons = `${compared} comparison${compared > 1 ? 's' : ''}`
  return [
    `${targets[0].observations.length} runs of each.${note ? ` ${note}` : ''}`,
    ...(names ? [`The load generator was the limit of ${names}: they could do more.`] : []),
    ...(compared ? [`${comparisons}: of targets that are the same, expect ${byChance} by chance.`] : [])
  ]
}

/** @typedef {{text: string, holds: boolean|null}} Evaluated null where a figure of it was not measured */
/** @type {(result: LabResult, conclusions: Conclusion[]) => Evaluated[]} */
function evaluateConclusions ({ experiments, environment }, conclusions) {
  /** @type {import('../experiments/labs').Mean} */
  const mean = (experiment, target, figure) => {
    const measured = experiments.find(({ name }) => name === experiment)?.targets.find(({ name }) => name === target)
    return summarizeFigure(measured, figure)?.mean ?? NaN
  }
  return conclusions.map(({ holds, claim }) => {
    const text = claim(mean, environment)
    return { text, holds: text.includes('NaN') ? null : holds(mean, environment) }
  })
}

/** @type {(lab: LabResult, conclusions: Conclusion[], paint: import('./table').Paint, width?: number) => string} */
function labTable (result, conclusions, paint, width = terminalWidth()) {
  const sections = result.experiments.map((experiment) => {
    const { head, rows } = experimentTable(experiment)
    return [
      ...wrapText(experiment.title, width).map((line) => paint('bold', line)),
      ...(experiment.skipReason ? [] : [terminalTable(head, rows, paint, undefined, width)]),
      ...notes(experiment).flatMap((note) => wrapText(note, width))
    ].join('\n')
  })
  const marks = evaluateConclusions(result, conclusions).map(({ text, holds }) => {
    if (holds === null) return '– not measured in this run'
    const lines = wrapText(holds ? text : `not in this run: ${text}`, width - 2).join('\n  ')
    return `${holds ? paint('green', '✓') : paint('red', '✗')} ${lines}`
  })
  const load = `${result.settings.duration} s of load in a run, Node.js ${result.environment.node}`
  return [titleLine(result.title, load, paint, width), ...sections, ['What follows', ...marks].join('\n')].join('\n\n')
}

/** @param {LabResult} result @returns {Record<string, string>} Markdown of each experiment, by its name */
function labMarkdown (result) {
  const where = `${describeEnvironment(result)}; ${result.settings.duration} s of load in a run.`
  return Object.fromEntries(result.experiments.map((experiment) => {
    const { head, rows } = experimentTable(experiment)
    return [experiment.name, [markdownTable(head, rows), '', ...notes(experiment), '', where].join('\n')]
  }))
}

/** @type {(result: LabResult, conclusions: Conclusion[]) => string} Markdown: a list of those that hold */
const conclusionsMarkdown = (result, conclusions) =>
  evaluateConclusions(result, conclusions).filter(({ holds }) => holds).map(({ text }) => `- ${text}`).join('\n')

module.exports = {
  conclusionsMarkdown, contrasts, evaluateConclusions, experimentTable, labMarkdown, labTable, summarizeFigure
}
