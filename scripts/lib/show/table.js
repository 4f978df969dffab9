'use strict'

/** @import { Column, TableData } from './types' */

const Table = require('cli-table3')
const { paint, printable, terminalWidth, wrapText } = require('../cli/terminal')
const { sum } = require('../load/statistics')

const DENSE = 12 // rows: a longer table has no lines between its rows
const NO_LINES = { mid: '', 'left-mid': '', 'mid-mid': '', 'right-mid': '' }
const WORD = 24 // characters: a longer one of a text may be broken

/**
 * Draws a table. Where it is too wide, cells lose their padding, and texts wrap; figures, which are
 * in all columns but the first, do not.
 * @param {TableData} table
 */
function terminalTable ({ head, rows, main }) {
  const printed = [head, ...rows].map((row) => row.map(printable))
  const columns = head.map((_, i) => {
    const [title, ...cells] = printed.map((row) => row[i])
    const width = longest([title, ...cells])
    if (i) return { width, least: longest([...title.split(' '), ...cells]) }
    return { width, least: Math.min(longest([title, ...cells].join(' ').split(' ')), WORD) }
  })
  const padding = fitColumns(columns)
  const [titles, ...cells] = printed.map((row) => row.map((cell, i) => {
    const { width } = columns[i]
    return longest([cell]) > width ? wrapText(cell, width).join('\n') : cell
  }))
  const drawn = new Table({
    chars: rows.length > DENSE ? NO_LINES : {},
    head: titles.map((title) => paintLines('cyan', title)),
    colAligns: head.map((_, i) => i ? 'right' : 'left'),
    style: { head: [], border: [], 'padding-left': padding, 'padding-right': padding }
  })
  for (const [i, row] of cells.entries()) {
    drawn.push(i === main ? row.map((cell) => paintLines('bold', cell)) : row)
  }
  return drawn.toString()
}

/** @param {'bold'|'cyan'} style @param {string} text */
function paintLines (style, text) {
  return text.replace(/^.*$/gm, (line) => paint(style, line))
}

/** @param {string[]} texts */
function longest (texts) {
  return Math.max(...texts.join('\n').split('\n').map(({ length }) => length))
}

// Narrows columns until they fit, as far as they can, and returns the padding of their cells.
/** @param {Column[]} columns */
function fitColumns (columns) {
  /** @param {Column} column */
  const spareOf = ({ least, width }) => width - least
  const spare = sum(columns.map(spareOf))
  const frame = 3 * columns.length + 1
  const excess = frame + sum(columns.map(({ width }) => width)) - terminalWidth()
  const padding = excess > spare ? 0 : 1
  const narrower = padding ? excess : excess - 2 * columns.length
  for (let i = Math.min(narrower, spare); i > 0; i--) {
    columns.toSorted((a, b) => spareOf(b) - spareOf(a))[0].width--
  }
  return padding
}

module.exports = { terminalTable }
