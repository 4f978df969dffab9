'use strict'

// The blocks of docs/slides/slides.md: tables with few rows and columns, to be read from the back of a room.

const { describeEnvironment, describeRun } = require('../present/result-table')
const { describePart, labTable } = require('../present/lab-table')
const { fitRow, growthVerdict, samplesTable } = require('../present/growth-table')
const { markdownTable } = require('../present/table')
const { recorded, recordedSeries } = require('./recorded')
const { summaryTable } = require('../present/summary-table')

// The first column gets a name: a screen reader says it, and axe reports an empty one.
/** @type {(first: string, table: import('../present/table').TableData, columns: string[]) => string} */
function pickColumns (first, { head, rows }, columns) {
  const places = columns.map((column) => head.indexOf(column))
  return markdownTable({ head: [first, ...columns], rows: rows.map((row) => [row[0], ...places.map((i) => row[i])]) })
}

/** @type {(targets: string[], columns: string[]) => string} */
function benchTable (targets, columns) {
  const series = recordedSeries().filter(([{ target }]) => targets.includes(target))
  const medians = `Medians of ${series[0].length} runs with their 95 % intervals; speed-up by CPU time per request.`
  return `${pickColumns('server', summaryTable(series), columns)}\n\n${medians} ${describeRun(series[0])}`
}

function growth () {
  const growth = recorded('growth-slow')
  const { head, rows } = samplesTable(growth)
  const some = rows.filter((_, i) => i % 3 === 0 || i === rows.length - 1)
  const interval = fitRow(growth)[3]
  return [
    pickColumns('requests', { head, rows: some }, ['a request']),
    `${growthVerdict(growth)} (95 % interval: ${interval}). ${describeEnvironment(growth)}; one connection.`
  ].join('\n\n')
}

function overload () {
  const result = recorded('lab-overload')
  const part = result.parts.find((/** @type {{ name: string }} */ { name }) => name === 'shedding')
  const table = labTable(part)
  const columns = ['p99 of the accepted', 'accepted a second', 'shed a second', 'listeners']
  const how = `${describePart(part)} ${describeEnvironment(result)}.`
  return `${pickColumns('server', table, columns)}\n\n${how}`
}

module.exports = {
  'slides-growth': growth,
  'slides-fix': () => benchTable(['slow', 'fast'], ['Req/Sec', 'CPU time per request', 'speed-up']),
  'slides-overload': overload,
  'slides-stages': () => benchTable(
    ['slow', 'fast', 'optimized', 'baseline'], ['Req/Sec', 'CPU time per request', 'speed-up', 'limited by'])
}
