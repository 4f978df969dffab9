'use strict'

// A lab's result, for the terminal and for the lab's page.

/** @import { Lab, LabFigure, LabResult, LabTarget, MeasuredPart } from '../experiments/types' */
/** @import { Paint, TableData } from './types' */

const { number, significant } = require('../base/format')
const { checkClaims, isLimited, ratioOf, valuesOf } = require('../experiments/lab-analysis')
const { backgroundCpuWarnings, loadedMachineWarnings } = require('../measure/result-warnings')
const { median, medianInterval } = require('../statistics/median')
const { describeEnvironment } = require('./result-table')
const { boundText, middleText } = require('./summary-table')
const { markdownTable, terminalTable, titleLine, wrapText } = require('./table')

const INTERVAL_RUNS = 6 // fewer give no 95 % interval of a median

/** @param {number} value @returns {string} */
const format = (value) => Math.abs(value) < 1000 ? significant(value) : number(value)

/** @param {LabTarget} target @param {LabFigure} figure @returns {string} */
function medianText (target, figure) {
  const values = valuesOf(target, figure.name)
  if (!values.length) return '–'
  const unit = figure.unit ? ` ${figure.unit}` : ''
  const middle = median(values)
  if (isLimited(target, figure)) return boundText('≥', format(middle) + unit)
  const range = [Math.min(...values), Math.max(...values)]
  const isFew = target.runs.length < INTERVAL_RUNS
  const [low, high] = (!isFew && medianInterval(values)) || range
  const interval = /** @type {[number, number]|null} */ (
    format(low) === format(high) ? null : [low, high])
  return middleText({ median: middle, interval }, unit, format)
}

/** @param {MeasuredPart} part @param {LabTarget} target @param {LabFigure} figure */
function ratioText (part, target, figure) {
  const [first] = part.targets
  if (target === first) return ''
  const { ratio = null, interval = null } = ratioOf(part, target.name, first.name, figure.name) ?? {}
  return ratio ? middleText({ median: ratio, interval }, ' ×') : '–'
}

/**
 * @param {MeasuredPart} part
 * @returns {TableData} A row for each target, with the median of each figure and, where the figure
 *   compares the targets, the ratio to the first target.
 */
function labTable (part) {
  const { figures, targets } = part
  const columns = figures.map(({ label, compared }) =>
    compared ? [label, `to ${targets[0].name}`] : label)
  const rows = targets.map((target) => [target.name, ...figures.flatMap((figure) => {
    const text = medianText(target, figure)
    return figure.compared ? [text, ratioText(part, target, figure)] : text
  })])
  return { head: ['', ...columns.flat()], rows }
}

/** @param {MeasuredPart} part @returns {string} How it was measured, and what disturbed it. */
function describePart ({ figures, targets, load = {}, note, skipped }) {
  if (skipped) return `Skipped: ${skipped}`
  const { connections, amount, rate, duration } = load
  const { length } = targets[0].runs
  const sentences = [`${length} runs of each${length < INTERVAL_RUNS ? ', with their ranges' : ''}.`]
  if (length < 4) sentences.push('The interval of a ratio needs RUNS=4.')
  const plural = connections === 1 ? '' : 's'
  const size = connections ? `${connections} connection${plural}` : `${rate} req/s`
  const time = amount ? `${amount} requests` : `${duration} s`
  if (connections || rate) sentences.push(`Load: ${size}, ${time} in each run.`)
  if (note) sentences.push(note)
  if (targets.some((target) => figures.some((figure) => isLimited(target, figure)))) {
    sentences.push('≥: the load generator was the bottleneck of a run.')
  }
  const runs = targets.flatMap((target) => target.runs)
  const disturbed = runs.filter(({ backgroundCpu = null }) => backgroundCpuWarnings(backgroundCpu).length)
  if (disturbed.length) {
    sentences.push(`Warning: other programs used CPU time in ${disturbed.length} of ${runs.length} ` +
      'runs. Close them and measure again.')
  }
  return sentences.join(' ')
}

/** @param {LabResult} result @returns {string[]} */
function machineWarnings ({ environment, parts }) {
  const runs = parts.flatMap(({ targets }) => targets.flatMap((target) => target.runs))
  return loadedMachineWarnings(environment, runs).map((warning) => `Warning: ${warning}.`)
}

/**
 * @param {LabResult} result
 * @param {Lab} lab
 * @param {Paint} paint
 * @returns {string} For the terminal: each part's table, then what the run shows.
 */
function labText (result, lab, paint) {
  const title = titleLine(result.title, `Node.js ${result.environment.node}`, paint)
  const warnings = machineWarnings(result).map((warning) => wrapText(warning).join('\n'))
  const sections = [title, ...warnings]
  for (const part of result.parts) {
    const lines = [paint('bold', wrapText(part.title).join('\n'))]
    if (!part.skipped) lines.push(terminalTable((lab.table ?? labTable)(part), paint))
    sections.push([...lines, ...wrapText(describePart(part))].join('\n'))
  }
  const marks = { shown: paint('green', '✓'), 'not shown': paint('red', '✗'), 'not measured': '–' }
  const claims = checkClaims(result, lab).map(({ text, verdict }) => {
    const prefix = verdict === 'shown' ? '' : `${verdict} by this run: `
    return `${marks[verdict]} ${wrapText(prefix + text, 78).join('\n  ')}`
  })
  if (claims.length) sections.push(['What follows', ...claims].join('\n'))
  return sections.join('\n\n')
}

/**
 * @param {LabResult} result
 * @param {Lab} lab
 * @returns {Record<string, string>} Markdown of each part by its name, and of the claims.
 */
function labMarkdown (result, lab) {
  /** @type {Record<string, string>} */
  const blocks = {}
  for (const part of result.parts) {
    const table = part.skipped ? '' : `${markdownTable((lab.table ?? labTable)(part))}\n\n`
    const lines = [describePart(part), ...machineWarnings(result)].join('\n')
    blocks[part.name] = `${table}${lines}\n\n${describeEnvironment(result)}.`
  }
  const shown = checkClaims(result, lab).filter(({ verdict }) => verdict === 'shown')
  blocks.claims = shown.map(({ text }) => `- ${text}.`).join('\n')
  return blocks
}

module.exports = { describePart, labMarkdown, labTable, labText }
