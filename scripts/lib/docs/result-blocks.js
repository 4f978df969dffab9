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

/** @type {(style: string, text: string) => string} */
const plain = (style, text) => text

/** @param {string} text What a command prints. */
const fence = (text) => `\`\`\`text\n${text.trim()}\n\`\`\``

/** @param {Result} result */
const resultBlock = (result) => `${fence(resultCard(result, plain))}\n\n${describeRun([result])}`

/** @param {string} name Of a file in docs/results. */
function comparisonBlock (name) {
  const comparison = recorded(name)
  const table = comparisonTable(comparison, analyzeComparison(comparison), [], plain)
  return `${fence(table)}\n\n${describeRun(comparison.targets[0].runs)}`
}

function benchBlock () {
  return seriesBlock(summaryTable(recordedSeries()))
}

/** @param {TableData} table */
function seriesBlock (table) {
  const [runs] = recordedSeries()
  const medians = `Medians of ${runs.length} runs with their 95 % intervals.`
  return `${markdownTable(table)}\n\n${medians} ${CPU_NOTE} ${describeRun(runs)}`
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
  const part = result.parts.find((/** @type {{name: string}} */ { name }) => name === 'shedding')
  const columns = ['p99 accepted', 'accepted/s', 'shed/s', 'listeners']
  const table = pickColumns(labTable(part), columns)
  return `${markdownTable(table)}\n\n${describePart(part)} ${describeEnvironment(result)}.`
}

const SLIDE = ['Req/Sec', 'CPU time per request', 'speed-up']

/** @type {Record<string, () => string>} Markdown by the name of the block. */
const resultBlocks = {
  bench: benchBlock,
  'bench-slow': () => resultBlock(recordedRun('slow')),
  'bench-fast-rate-4000': () => resultBlock(recorded('bench-fast-rate-4000')),
  'bench-slow-rate-100': () => resultBlock(recorded('bench-slow-rate-100')),
  'compare-connections-1': () => comparisonBlock('compare-fast-optimized-connections-1'),
  'compare-fast-optimized': () => comparisonBlock('compare-fast-optimized'),
  'compare-fast-fast': () => comparisonBlock('compare-fast-fast'),
  'growth-slow': () => fence(growthTable(recorded('growth-slow'), plain)),
  'growth-fast': () => fence(growthTable(recorded('growth-fast'), plain)),
  'slides-fix': () =>
    seriesBlock(pickColumns(summaryTable(recordedSeries().slice(0, 2)), SLIDE)),
  'slides-stages': () =>
    seriesBlock(pickColumns(summaryTable(recordedSeries()), [...SLIDE, 'limited by'])),
  'slides-overload': sheddingBlock
}

module.exports = { fence, resultBlocks }
