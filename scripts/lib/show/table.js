'use strict'

/** @import { TableData } from './types' */

const Table = require('cli-table3')
const { paint, printable, terminalWidth, wrapText } = require('../cli/terminal')
const { sum } = require('../load/medians')

const DENSE = 12 // rows: a longer table has no lines between its rows
const NO_LINES = { mid: '', 'left-mid': '', 'mid-mid': '', 'right-mid': '' }
const WORD = 20 // characters: a longer one may be broken

/**
 * Draws a table. Where it is too wide, cells lose their padding, and texts wrap; figures do not.
 * @param {TableData} table
 * @param {string[]} [aligns] `left` or `right`; default: all but the first on the right
 */
function terminalTable (table, aligns) {
  const head = table.head.map(printable)
  const rows = table.rows.map((cells) => cells.map(printable))
  aligns ??= head.map((_, i) => i ? 'right' : 'left')
  const columns = head.map((title, i) => {
    const cells = rows.map((row) => row[i])
    const width = longest([title, ...cells])
    if (aligns[i] === 'right') {
      return { width, least: longest([...title.split(' '), ...cells]) }
    }
    const least = longest([title, ...cells].join(' ').split(' '))
    return { width, least, isText: true }
  })
  const padding = fitColumns(columns)
  const wrapCell = (cell, i) => {
    const { width } = columns[i]
    return longest([cell]) > width ? wrapText(cell, width).join('\n') : cell
  }
  const drawn = new Table({
    chars: rows.length > DENSE ? NO_LINES : {},
    head: head.map(wrapCell).map((title) => title.replace(/^.*$/gm, paintHead)),
    colAligns: /** @type {any} */ (aligns),
    style: { head: [], border: [], 'padding-left': padding, 'padding-right': padding }
  })
  for (const row of rows) drawn.push(row.map(wrapCell))
  return drawn.toString()
}

function longest (texts) {
  const lines = texts.join('\n').split('\n')
  return Math.max(...lines.map((line) => line.length))
}

const paintHead = (line) => paint('cyan', line)

const spareOf = ({ least, width }) => width - least

// Narrows columns until they fit, and returns the padding of their cells. Long words break last.
function fitColumns (columns) {
  let excess = 1 - terminalWidth()
  for (const column of columns) excess += column.width + 3
  const padding = excess > sum(columns.map(spareOf)) ? 0 : 1
  if (!padding) excess -= 2 * columns.length
  if (excess > sum(columns.map(spareOf))) {
    const texts = columns.filter(({ isText }) => isText)
    for (const column of texts) column.least = Math.min(column.least, WORD)
  }
  for (let i = Math.min(excess, sum(columns.map(spareOf))); i > 0; i--) {
    const [widest] = columns.toSorted((a, b) => spareOf(b) - spareOf(a))
    widest.width--
  }
  return padding
}

module.exports = { terminalTable }
