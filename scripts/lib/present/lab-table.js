'use strict'

// A lab's result, for the terminal and for the lab's page.

const { number, significant } = require('../base/format')
const lab = require('../experiments/lab-analysis')
const { disturbedWarnings } = require('../experiments/warnings')
const { median, medianInterval } = require('../statistics/median')
const { LEAST } = require('../statistics/paired')
const { describeEnvironment } = require('./result-table')
const { boundText, middleText } = require('./summary-table')
const table = require('./table')

/** @import { Lab, LabFigure, LabResult } from '../experiments/types' */
/** @import { LabTarget, MeasuredPart } from '../experiments/types' */
/** @import { Paint, TableData } from './types' */

const INTERVAL_RUNS = 6 // fewer give no 95 % interval of a median

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
  const [low, high] = medianInterval(values) ?? [Math.min(...values), Math.max(...values)]
  const isPoint = format(low) === format(high)
  return middleText({ median: middle, interval: isPoint ? null : [low, high] }, unit, format)
}

/** @param {MeasuredPart} part @param {LabTarget} target @param {LabFigure} figure */
function ratioText (part, target, figure) {
  const [reference] = part.targets
  if (target === reference) return ''
  const measured = lab.ratioOf(part, [target.name, reference.name, figure.name])
  if (!measured?.ratio) return '–'
  return middleText({ median: measured.ratio, interval: measured.interval }, ' ×')
}

/**
 * Shows the median of each figure, and the ratio to the first target where targets are compared.
 * @param {MeasuredPart} part
 * @returns {TableData}
 */
function labTable (part) {
  const { figures, targets } = part
  const head = ['']
  const rows = targets.map(({ name }) => [name])
  for (const figure of figures) {
    head.push(figure.label)
    if (figure.compared) head.push(`to ${targets[0].name}`)
    for (const [i, target] of targets.entries()) {
      rows[i].push(medianText(target, figure))
      if (figure.compared) rows[i].push(ratioText(part, target, figure))
    }
  }
  return { head, rows }
}

/**
 * Says how a part was measured, and what disturbed it.
 * @param {MeasuredPart} part
 * @param {Partial<Lab>} [definition]
 * @returns {string}
 */
function describePart ({ figures, targets, load = {}, note, skipped }, definition = {}) {
  if (skipped) return `Skipped: ${skipped}`
  const { length } = targets[0].runs
  const spread = length < INTERVAL_RUNS ? 'the ranges of the runs' : 'their 95 % intervals'
  const cells = definition.table ? '' : `: medians with ${spread}`
  const sentences = [`${length} runs of each${cells}.`]
  if (length < LEAST && figures.some(({ compared }) => compared)) {
    sentences.push(`The interval of a ratio needs RUNS=${LEAST}.`)
  }
  const { connections, amount, rate, duration } = load
  if (connections || rate) {
    const clients = `${connections} connection${connections === 1 ? '' : 's'}`
    const size = amount ? `${amount} requests` : `${duration} s`
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
 * @param {LabResult} result
 * @param {Lab} definition
 * @param {Paint} paint
 * @returns {string} For the terminal: the table of each part, then what the run shows.
 */
function labText (result, definition, paint) {
  const wrap = (/** @type {string} */ text) => table.wrapText(text).join('\n')
  const sections = [table.titleLine(result.title, `Node.js ${result.environment.node}`, paint)]
  for (const part of result.parts) {
    const lines = [paint('bold', wrap(part.title))]
    if (!part.skipped) {
      lines.push(table.terminalTable((definition.table ?? labTable)(part), paint))
    }
    lines.push(wrap(describePart(part, definition)))
    sections.push(lines.join('\n'))
  }
  const marks = { shown: paint('green', '✓'), 'not shown': paint('red', '✗'), 'not measured': '–' }
  const lines = ['What follows']
  for (const { text, verdict } of lab.checkClaims(result, definition)) {
    const claim = verdict === 'shown' ? text : `${verdict} by this run: ${text}`
    const wrapped = table.wrapText(claim, table.terminalWidth() - 2)
    lines.push(`${marks[verdict]} ${wrapped.join('\n  ')}`)
  }
  return [...sections, lines.join('\n')].join('\n\n')
}

/**
 * @param {LabResult} result
 * @param {Lab} definition
 * @returns {Record<string, string>} Markdown of each part by its name, and of the claims.
 */
function labMarkdown (result, definition) {
  /** @type {Record<string, string>} */
  const blocks = {}
  for (const part of result.parts) {
    const data = part.skipped ? '' : table.markdownTable((definition.table ?? labTable)(part))
    const notes = describePart(part, definition)
    blocks[part.name] = `${data}\n\n${notes}\n\n${describeEnvironment(result)}.`
  }
  const claims = lab.checkClaims(result, definition).filter(({ verdict }) => verdict === 'shown')
  blocks.claims = claims.map(({ text }) => `- ${text}.`).join('\n')
  return blocks
}

module.exports = { describePart, labMarkdown, labTable, labText }
