'use strict'

// A lab's result, for the terminal and for the lab's page.

/** @import { Lab, LabResult, MeasuredPart } from '../experiments/types' */
/** @import { Paint, TableData } from './types' */

const { number, significant } = require('../base/format')
const { middle } = require('../experiments/analysis')
const {
  checkClaims,
  ratioOf,
  valuesOf
} = require('../experiments/lab-analysis')
const { disturbedWarnings } = require('../experiments/warnings')
const { describeEnvironment, describeLoad } = require('./result-table')
const { boundText, middleText } = require('./summary-table')
const {
  factLines,
  markdownTable,
  terminalTable,
  titleLine,
  wrapText
} = require('./table')

/**
 * Shows the medians of a part, and the ratios to its first target.
 * @param {MeasuredPart} part
 * @param {Pick<Lab, 'table'>} [lab]
 * @returns {TableData}
 */
function labTable (part, { table } = {}) {
  if (table) return table(part)
  const { figures, targets } = part
  const head = ['']
  const rows = targets.map(({ name }) => [name])
  for (const figure of figures) {
    head.push(figure.label)
    if (figure.compared) head.push(`to ${targets[0].name}`)
    for (const [i, target] of targets.entries()) {
      rows[i].push(medianText(target, figure))
      if (figure.compared) {
        rows[i].push(i ? ratioText(part, target, figure) : '')
      }
    }
  }
  return { head, rows }
}

function medianText (target, figure) {
  const values = valuesOf(target, figure.name)
  if (!values.length) return '–'
  const unit = figure.unit ? ` ${figure.unit}` : ''
  const { median, interval } = middle(values)
  if (isLimited(target, figure)) {
    return boundText('≥', formatFigure(median) + unit)
  }
  const range = interval ?? [Math.min(...values), Math.max(...values)]
  return middleText({ median, interval: range }, unit, formatFigure)
}

function formatFigure (value) {
  return Math.abs(value) < 1000 ? significant(value) : number(value)
}

function isLimited ({ runs }, figure) {
  return runs.some((run) => run[figure.limitedBy])
}

function ratioText (part, target, figure) {
  const [first] = part.targets
  const measured = ratioOf(part, [target.name, first.name, figure.name])
  if (!measured || isLimited(first, figure) || isLimited(target, figure)) {
    return '–'
  }
  return middleText(
    { median: measured.ratio, interval: measured.interval },
    ' ×'
  )
}

/**
 * Says how a part was measured, and what disturbed it.
 * @param {MeasuredPart} part
 * @param {Pick<Lab, 'table'>} [lab]
 * @returns {string}
 */
function describePart (
  { figures, targets, load, note, skipped },
  { table } = {}
) {
  if (skipped) return `Skipped: ${skipped}`
  const { length } = targets[0].runs
  const spread = length < 6 ? 'the ranges of the runs' : 'their 95 % intervals'
  const shown = table ? '' : `: medians with ${spread}`
  const sentences = [`${length} runs of each${shown}.`]
  if (load?.connections && !load.amount) {
    sentences.push(`Load: ${describeLoad(load)} in each run.`)
  }
  if (note) sentences.push(note)
  const hasBound = targets.some((target) =>
    figures.some((figure) => isLimited(target, figure)))
  if (hasBound) {
    sentences.push('≥: the load generator was the bottleneck of a run.')
  }
  const warnings = disturbedWarnings(targets.flatMap(({ runs }) => runs))
  for (const warning of warnings) sentences.push(`Warning: ${warning}.`)
  return sentences.join(' ')
}

/**
 * Shows a lab on the terminal: the table of each part, then what follows.
 * @param {LabResult} result
 * @param {Lab} lab
 * @param {Paint} paint
 * @returns {string}
 */
function labText (result, lab, paint) {
  const { node } = result.environment
  const lines = [titleLine(result.title, `Node.js ${node}`, paint)]
  for (const part of result.parts) {
    lines.push('', ...wrapText(part.title).map((line) => paint('bold', line)))
    if (!part.skipped) lines.push(terminalTable(labTable(part, lab), paint))
    lines.push(...wrapText(describePart(part, lab)))
  }
  const claims = checkClaims(result, lab).map(({ verdict, text }) => [
    verdict,
    text
  ])
  return [...lines, '', 'What follows', factLines(claims, paint)].join('\n')
}

/**
 * Shows a lab on its page.
 * @param {LabResult} result
 * @param {Lab} lab
 * @returns {Record<string, string>} Markdown of each part by its name, and of the claims
 */
function labMarkdown (result, lab) {
  /** @type {Record<string, string>} */
  const blocks = {}
  for (const part of result.parts) {
    const table = part.skipped ? '' : markdownTable(labTable(part, lab))
    const text = describePart(part, lab)
    const place = describeEnvironment(result)
    blocks[part.name] = `${table}\n\n${text}\n\n${place}.`
  }
  const shown = checkClaims(result, lab).filter(
    ({ verdict }) => verdict === 'shown'
  )
  blocks.claims = shown.map(({ text }) => `- ${text}.`).join('\n')
  return blocks
}

module.exports = { describePart, labMarkdown, labTable, labText }
