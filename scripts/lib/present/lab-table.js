'use strict'

// A lab's result as tables and sentences, for the terminal and for the docs.

const { judged } = require('./comparison-table')
const { bytes, ms, number, percent, ratio, significant } = require('../cli/format')
const { contrast, LEVELS } = require('../statistics/contrast')
const { terminalTable, markdownTable, describeEnvironment } = require('./table')
const { summarize } = require('../statistics/welch')

/** @typedef {import('../experiments/run-lab').LabResult} LabResult */
/** @typedef {import('../experiments/run-lab').MeasuredExperiment} Measured */

const shown = {
  ms,
  bytes,
  '%': (value) => percent(value / 100)
}

/**
 * @param {{observations: import('../experiments/labs').Observation[]}|undefined} target
 * @param {string} figure
 * @returns {import('../statistics/welch').Sample|null} null where it was not measured
 */
function summarizeFigure (target, figure) {
  const values = (target?.observations ?? []).map((observation) => observation[figure]).filter((value) => typeof value === 'number')
  return values.length ? summarize(values) : null
}

/**
 * Node core's table; or a row for each target, for each figure its mean and standard deviation and, where targets are judged by it,
 * the ratio to the first target with Welch's stars.
 *
 * @param {Measured} experiment
 * @returns {{head: string[], rows: string[][]}}
 */
function experimentTable (experiment) {
  if (experiment.table === 'core') return judged(...contrasts(experiment))
  const { figures, source, targets } = experiment
  const [first] = targets
  const columns = figures.flatMap(({ label, better }) => better ? [label, `to ${first.name}`] : [label])
  const rows = targets.map((target) => [
    target.name,
    ...figures.flatMap((figure) => {
      const own = summarizeFigure(target, figure.name)
      const value = own ? spread(own, figure) : '–'
      return figure.better ? [value, own && target !== first ? against(summarizeFigure(first, figure.name), own) : ''] : [value]
    }),
    ...(source ? [source.figures[target.name] ?? ''] : [])
  ])
  return { head: ['', ...columns, ...(source ? [source.name] : [])], rows }
}

/**
 * @param {Measured} experiment of a core table
 * @returns {(import('../statistics/contrast').Contrast & {a: object, b: object})[]} each target against the first, figure by figure
 */
function contrasts ({ figures, targets: [first, ...others] }) {
  return figures.flatMap(({ name, label }) => others.map((other) => {
    const [a, b] = [first, other].map((target) => summarizeFigure(target, name))
    return { a: { name: `${label}: ${first.name}`, ...a }, b: { name: other.name, ...b }, ...contrast(a, b) }
  }))
}

function spread ({ mean, stdev, n }, { unit }) {
  const text = shown[unit] ?? ((value) => `${number(value)}${unit && ` ${unit}`}`)
  const share = stdev / Math.abs(mean)
  return n > 1 && stdev > 0 ? `${text(mean)} ± ${share < 0.01 ? '< 1 %' : percent(share)}` : text(mean)
}

function against (first, own) {
  if (!first?.mean) return ''
  if (first.n < 2 || own.n < 2) return ratio(own.mean / first.mean)
  const { ratio: times, stars } = contrast(first, own)
  return `${ratio(times)} ${stars}`.trim()
}

/**
 * What to know before believing an experiment.
 *
 * @param {Measured} experiment
 * @returns {string[]} sentences
 */
function notes ({ targets, figures, note, skipReason }) {
  if (skipReason) return [`skipped: ${skipReason}`]
  const compared = figures.filter(({ better }) => better).length * (targets.length - 1)
  const limited = targets.filter(({ observations }) => observations.some(({ generatorBound }) => generatorBound)).map(({ name }) => name)
  return [
    `${howMany(targets)}.${note ? ` ${note}` : ''}`,
    ...(limited.length ? [`The load generator was the limit of ${limited.join(', ')}: they could do more.`] : []),
    ...(compared ? [`${compared} comparison${compared > 1 ? 's' : ''}: of targets that are the same, expect ${LEVELS.map((level, i) => `${significant(level * compared)} at ${'*'.repeat(i + 1)}`).join(', ')} by chance.`] : [])
  ]
}

/**
 * @param {LabResult} result
 * @returns {import('../experiments/labs').Mean}
 */
function meansOf ({ experiments }) {
  return (experiment, target, figure) => {
    const measured = experiments.find(({ name }) => name === experiment)?.targets.find(({ name }) => name === target)
    return summarizeFigure(measured, figure)?.mean ?? NaN
  }
}

/**
 * @param {LabResult} result
 * @param {import('../experiments/labs').Conclusion[]} conclusions
 * @returns {{text: string, holds: boolean|null}[]} null where a figure of it was not measured
 */
function evaluateConclusions (result, conclusions) {
  const mean = meansOf(result)
  return conclusions.map(({ holds, claim }) => {
    const text = claim(mean, result.environment)
    return { text, holds: text.includes('NaN') ? null : holds(mean, result.environment) }
  })
}

/**
 * @param {LabResult} result
 * @param {import('../experiments/labs').Conclusion[]} conclusions
 * @param {import('./table').Paint} paint
 * @returns {string} all of it, for the terminal
 */
function labTable (result, conclusions, paint) {
  const sections = result.experiments.map((experiment) => {
    const { head, rows } = experimentTable(experiment)
    return [paint('bold', experiment.title), ...(experiment.skipReason ? [] : [terminalTable(head, rows, paint)]), ...notes(experiment)].join('\n')
  })
  const marks = evaluateConclusions(result, conclusions).map(({ text, holds }) => ({
    true: `${paint('green', '✓')} ${text}`,
    false: `${paint('red', '✗')} not in this run: ${text}`,
    null: '– not measured in this run'
  })[holds])
  return [`${paint('bold', result.title)}: ${result.settings.duration} s of load in a run, Node.js ${result.environment.node}`, ...sections, ['What follows', ...marks].join('\n')].join('\n\n')
}

const howMany = ([first]) => `${first.observations.length} runs of each`

/**
 * @param {LabResult} result
 * @returns {Record<string, string>} Markdown of each experiment, by its name
 */
function labMarkdown (result) {
  return Object.fromEntries(result.experiments.map((experiment) => {
    const { head, rows } = experimentTable(experiment)
    return [experiment.name, [markdownTable(head, rows), '', ...notes(experiment), '', `${describeEnvironment(result)}; ${result.settings.duration} s of load in a run.`].join('\n')]
  }))
}

/**
 * @param {LabResult} result
 * @param {import('../experiments/labs').Conclusion[]} conclusions
 * @returns {string} Markdown: a list of those that hold
 */
function conclusionsMarkdown (result, conclusions) {
  return evaluateConclusions(result, conclusions).filter(({ holds }) => holds).map(({ text }) => `- ${text}`).join('\n')
}

module.exports = { conclusionsMarkdown, contrasts, evaluateConclusions, experimentTable, labMarkdown, labTable, summarizeFigure }
