'use strict'

// A lab's result, for the terminal and for the lab's page.

/** @import { Lab, LabFigure, LabResult, LabTarget, MeasuredPart } from '../experiments/types' */
/** @import { Paint, TableData } from './types' */

const { number, significant } = require('../base/format')
const lab = require('../experiments/lab-analysis')
const { disturbedWarnings } = require('../experiments/warnings')
const { median, medianInterval } = require('../statistics/median')
const { describeEnvironment } = require('./result-table')
const { boundText, middleText } = require('./summary-table')
const table = require('./table')

const INTERVAL_RUNS = 6 // fewer give no 95 % interval of a median
const RATIO_RUNS = 4 // fewer give no 95 % interval of a ratio

/** @param {number} value */
function format (value) {
  return Math.abs(value) < 1000 ? significant(value) : number(value)
}

/** @param {LabTarget} target @param {LabFigure} figure */
function medianText (target, figure) {
  const values = lab.valuesOf(target, figure.name)
  if (!values.length) return '–'
  const unit = figure.unit ? ` ${figure.unit}` : ''
  const middle = median(values)
  if (lab.isLimited(target, figure)) return boundText('≥', format(middle) + unit)
  const range = [Math.min(...values), Math.max(...values)]
  const [low, high] = medianInterval(values) ?? range
  const isPoint = format(low) === format(high)
  return middleText({ median: middle, interval: isPoint ? null : [low, high] }, unit, format)
}

/** @param {MeasuredPart} part @param {LabTarget} target @param {LabFigure} figure */
function ratioText (part, target, figure) {
  const [reference] = part.targets
  if (target === reference) return ''
  const measured = lab.ratioOf(part, target.name, reference.name, figure.name)
  if (!measured?.ratio) return '–'
  return middleText({ median: measured.ratio, interval: measured.interval }, ' ×')
}

/**
 * Shows a row for each target: the median of each figure, with its interval or the range of the
 * runs, and the ratio to the first target where the figure compares them.
 * @param {MeasuredPart} part
 * @returns {TableData}
 */
function labTable (part) {
  const head = ['']
  for (const { label, compared } of part.figures) {
    head.push(label)
    if (compared) head.push(`to ${part.targets[0].name}`)
  }
  const rows = part.targets.map((target) => {
    const row = [target.name]
    for (const figure of part.figures) {
      row.push(medianText(target, figure))
      if (figure.compared) row.push(ratioText(part, target, figure))
    }
    return row
  })
  return { head, rows }
}

/**
 * Says how a part was measured, and what disturbed it.
 * @param {MeasuredPart} part
 * @param {Pick<Lab, 'table'>} [definition] of its lab
 * @returns {string}
 */
function describePart ({ figures, targets, load = {}, note, skipped }, definition = {}) {
  if (skipped) return `Skipped: ${skipped}`
  const { length } = targets[0].runs
  const { connections, amount, rate, duration } = load
  const spread = length < INTERVAL_RUNS ? 'the ranges of the runs' : 'their 95 % intervals'
  const cells = definition.table ? '' : `: medians with ${spread}`
  const sentences = [`${length} runs of each${cells}.`]
  const clients = `${connections} connection${connections === 1 ? '' : 's'}`
  const size = amount ? `${amount} requests` : `${duration} s`
  if (length < RATIO_RUNS && figures.some(({ compared }) => compared)) {
    sentences.push(`The interval of a ratio needs RUNS=${RATIO_RUNS}.`)
  }
  if (connections || rate) {
    sentences.push(`Load: ${rate ? `${rate} req/s` : clients}, ${size} in each run.`)
  }
  if (note) sentences.push(note)
  if (targets.some((target) => figures.some((figure) => lab.isLimited(target, figure)))) {
    sentences.push('≥: the load generator was the bottleneck of a run.')
  }
  const [warning] = disturbedWarnings(targets.flatMap(({ runs }) => runs))
  if (warning) sentences.push(`Warning: ${warning}.`)
  return sentences.join(' ')
}

/**
 * Shows a lab on the terminal: each part's table, then what the run shows.
 * @param {LabResult} result
 * @param {Lab} definition
 * @param {Paint} paint
 * @returns {string}
 */
function labText (result, definition, paint) {
  const sections = [table.titleLine(result.title, `Node.js ${result.environment.node}`, paint)]
  for (const part of result.parts) {
    const lines = [paint('bold', wrap(part.title))]
    if (!part.skipped) lines.push(table.terminalTable(tableOf(part, definition), paint))
    lines.push(wrap(describePart(part, definition)))
    sections.push(lines.join('\n'))
  }
  const lines = lab.checkClaims(result, definition).map(({ text, verdict }) => {
    if (verdict === 'shown') return `${paint('green', '✓')} ${wrap(text, 2)}`
    const mark = verdict === 'not shown' ? paint('red', '✗') : '–'
    return `${mark} ${wrap(`${verdict} by this run: ${text}`, 2)}`
  })
  if (lines.length) sections.push(['What follows', ...lines].join('\n'))
  return sections.join('\n\n')
}

/** @param {MeasuredPart} part @param {Lab} definition @returns {TableData} */
function tableOf (part, definition) {
  return (definition.table ?? labTable)(part)
}

/** @param {string} text @param {number} [indent] of the lines after the first */
function wrap (text, indent = 0) {
  return table.wrapText(text, table.terminalWidth() - indent).join(`\n${' '.repeat(indent)}`)
}

/**
 * Gives the Markdown of each part by its name, and of the claims.
 * @param {LabResult} result
 * @param {Lab} definition
 * @returns {Record<string, string>}
 */
function labMarkdown (result, definition) {
  /** @type {Record<string, string>} */
  const blocks = {}
  for (const part of result.parts) {
    const start = part.skipped ? '' : `${table.markdownTable(tableOf(part, definition))}\n\n`
    const notes = describePart(part, definition)
    blocks[part.name] = `${start}${notes}\n\n${describeEnvironment(result)}.`
  }
  const claims = lab.checkClaims(result, definition)
  const shown = claims.filter(({ verdict }) => verdict === 'shown')
  blocks.claims = shown.map(({ text }) => `- ${text}.`).join('\n')
  return blocks
}

module.exports = { describePart, labMarkdown, labTable, labText }
