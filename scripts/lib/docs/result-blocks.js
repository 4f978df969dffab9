'use strict'

// Recorded results as blocks of the docs, mostly as the commands print them.

const { analyzeComparison } = require('../experiments/analysis')
const { comparisonTable } = require('../present/comparison-table')
const { growthTable } = require('../present/growth-table')
const { describePart, labTable } = require('../present/lab-table')
const { describeEnvironment, describeRun, resultCard } = require('../present/result-table')
const { summaryTable, CPU_NOTE } = require('../present/summary-table')
const { markdownTable } = require('../present/table')
const { recorded, recordedRun, recordedSeries } = require('./recorded')

/** @import { Result } from '../measure/types' */
/** @import { TableData } from '../present/types' */

const SLIDE = ['Req/Sec', 'CPU time per request', 'speed-up', 'limited by']

/** @type {(style: string, text: string) => string} */
const plain = (style, text) => text

/** @param {string} text What a command prints. */
const fence = (text) => `\`\`\`text\n${text.trim()}\n\`\`\``

/** @type {Record<string, (result: any) => string>} By the kind of the result. */
const VIEWS = {
  load: (result) => `${fence(resultCard(result, plain))}\n\n${describeRun([result])}`,
  series (result) {
    const table = comparisonTable(result, analyzeComparison(result), [], plain)
    return `${fence(table)}\n\n${describeRun(result.targets[0].runs)}`
  },
  growth: (result) => fence(growthTable(result, plain))
}

/** @param {Result[][]} series @param {string[]} [columns] besides the first one; all by default */
function seriesBlock (series, columns) {
  const [runs] = series
  const table = summaryTable(series)
  const medians = `Medians of ${runs.length} runs with their 95 % intervals.`
  const shown = columns ? pickColumns(table, columns) : table
  return `${markdownTable(shown)}\n\n${medians} ${CPU_NOTE} ${describeRun(runs)}`
}

/** @param {TableData} table @param {string[]} columns Besides the first one. */
function pickColumns ({ head, rows }, columns) {
  const indexes = columns.map((column) => head.indexOf(column))
  return {
    head: ['server', ...columns], // not empty: a screen reader says it
    rows: rows.map((row) => [row[0], ...indexes.map((index) => row[index])])
  }
}

function sheddingBlock () {
  const result = recorded('lab-overload')
  const [part] = result.parts
  const columns = ['p99 accepted', 'accepted/s', 'shed/s', 'listeners']
  const table = markdownTable(pickColumns(labTable(part), columns))
  return `${table}\n\n${describePart(part, {})} ${describeEnvironment(result)}.`
}

/** @type {Record<string, () => string>} */
const BLOCKS = {
  bench: () => seriesBlock(recordedSeries()),
  'bench-24': () => seriesBlock(recordedSeries(24)),
  'bench-slow': () => VIEWS.load(recordedRun('slow')),
  'slides-fix': () => seriesBlock(recordedSeries().slice(0, 2), SLIDE),
  'slides-stages': () => seriesBlock(recordedSeries(), SLIDE),
  'slides-overload': sheddingBlock
}

/**
 * @param {string} name Of the block, or of a file in docs/results.
 * @returns {string} Markdown
 * @throws {UserError} When there is no such result.
 */
function resultBlock (name) {
  if (Object.hasOwn(BLOCKS, name)) return BLOCKS[name]()
  const result = recorded(name)
  return VIEWS[result.kind](result)
}

module.exports = { fence, resultBlock }
