'use strict'

/** @import { Lab, LabFigure, LabResult, LabTarget, MeasuredPart, TableData } from './types' */

const { number } = require('../cli/format')
const { factLines, paint, titleLine, wrapText } = require('../cli/terminal')
const { disturbedWarnings } = require('../compare/analysis')
const { checkClaims, gainOf, ratioOf, valuesOf } = require('../compare/lab-analysis')
const { middle } = require('../compare/medians')
const { describeLoad } = require('../load/load-settings')
const { boundCell, middleCell, ratioCell } = require('./cells')
const { terminalTable } = require('./table')

const RANGES = 'the ranges of the runs, ratios with 95 % intervals'

/**
 * Shows medians, and ratios to the first target, or the gains of steps. With figures in rows,
 * those that differ nowhere have none: the description of the part names them.
 * @param {MeasuredPart} part
 * @param {Pick<Lab, 'figuresInRows'>} [lab]
 * @returns {TableData}
 */
function labTable (part, { figuresInRows } = {}) {
  const { figures, stepwise, targets } = part
  const [first, ...others] = targets
  if (figuresInRows) {
    return {
      head: ['', first.name, ...others.map(({ name }) => `${name} to ${first.name}`)],
      rows: figures.filter((figure) => !isAlike(part, figure)).map((figure) => {
        const [medianOfFirst] = medianCell(first, figure).split('\n') // no room for its interval
        const ratios = others.map((other) => contrastCell(part, other, figure))
        return [figure.label, medianOfFirst, ...ratios]
      })
    }
  }
  const head = ['']
  const rows = targets.map(({ name }) => [name])
  for (const figure of figures) {
    head.push(figure.label)
    if (figure.compared) head.push(stepwise ? 'speed-up' : `to ${first.name}`)
    for (const [i, target] of targets.entries()) {
      rows[i].push(medianCell(target, figure))
      if (!figure.compared) continue
      const compare = stepwise ? gainCell : contrastCell
      rows[i].push(i ? compare(part, target, figure) : '')
    }
  }
  return { head, rows }
}

/** @param {LabTarget} target @param {LabFigure} figure */
function medianCell (target, figure) {
  const values = valuesOf(target, figure.name)
  if (!values.length) return '–'
  const unit = figure.unit ? ` ${figure.unit}` : ''
  const { median, interval } = middle(values)
  if (isLimited(target, figure)) return boundCell('≥', number(median) + unit)
  const range = interval ?? [Math.min(...values), Math.max(...values)]
  return middleCell({ median, interval: range }, unit, number)
}

/** @param {LabTarget} target @param {LabFigure} figure */
function isLimited ({ runs }, figure) {
  return runs.some((run) => run[figure.limitedBy ?? ''])
}

/** @param {MeasuredPart} part @param {LabTarget} target @param {LabFigure} figure */
function contrastCell (part, target, figure) {
  const [first] = part.targets
  const measured = ratioOf(part, [target.name, first.name, figure.name])
  const isUnknown = !measured || isLimited(first, figure) || isLimited(target, figure)
  return isUnknown ? '–' : ratioCell(measured)
}

/**
 * Whether the intervals of all ratios contain 1. Those that the load generator limited say nothing.
 * @param {MeasuredPart} part
 * @param {LabFigure} figure
 */
function isAlike (part, figure) {
  const [first, ...others] = part.targets
  if (part.targets.some((target) => isLimited(target, figure))) return false
  const measured = others.flatMap(({ name }) =>
    ratioOf(part, [name, first.name, figure.name]) ?? [])
  if (!measured.length) return false
  return measured.every(({ interval }) => interval && interval[0] <= 1 && interval[1] >= 1)
}

/** @param {MeasuredPart} part @param {LabTarget} target @param {LabFigure} figure */
function gainCell (part, { name }, figure) {
  const gain = gainOf(part, name, figure.name)
  if (!gain) return '–'
  return gain.isShown ? ratioCell(gain) : 'no difference\nshown'
}

/**
 * Describes how a part was measured, and what disturbed it.
 * @param {MeasuredPart} part
 * @param {Pick<Lab, 'figuresInRows'>} [lab]
 * @returns {string}
 */
function describePart (part, { figuresInRows } = {}) {
  const { figures, targets, load, note, skipped, stepwise } = part
  if (skipped) return `Skipped: ${skipped}`
  const { length } = targets[0].runs
  const spread = length < 6 ? RANGES : 'their 95 % intervals'
  const sentences = [`${length} runs of each: medians with ${spread}.`]
  if (load?.connections && !load.amount) {
    sentences.push(`Load: ${describeLoad(load)} in each run.`)
  }
  const alike = figuresInRows ? figures.filter((figure) => isAlike(part, figure)) : []
  if (alike.length) {
    sentences.push(`No difference shown: ${alike.map(({ label }) => label).join('; ')}.`)
  }
  if (stepwise) sentences.push('The speed-up is that over the row above.')
  if (note) sentences.push(note)
  if (targets.some((target) => figures.some((figure) => isLimited(target, figure)))) {
    sentences.push('≥: the load generator was the bottleneck of a run.')
  }
  const warnings = disturbedWarnings(targets.flatMap(({ runs }) => runs))
  for (const warning of warnings) sentences.push(`Warning: ${warning}.`)
  return sentences.join(' ')
}

/** @param {LabResult} result @param {Lab} lab */
function labText (result, lab) {
  const lines = [titleLine(result.title, `Node.js ${result.environment.node}`)]
  for (const part of result.parts) {
    lines.push('', ...wrapText(part.title).map((line) => paint('bold', line)))
    if (!part.skipped) lines.push(terminalTable(labTable(part, lab)))
    lines.push(...wrapText(describePart(part, lab)))
  }
  const claims = checkClaims(result, lab).map(({ verdict, text }) => [verdict, text])
  return [...lines, '', 'What follows', factLines(claims)].join('\n')
}

module.exports = { describePart, labTable, labText }
