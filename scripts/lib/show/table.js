'use strict'

/** @import { Bound } from '../compare/types' */
/** @import { Interval, Middle } from '../load/types' */
/** @import { TableData } from './types' */

const Table = require('cli-table3')
const { number, significant } = require('../cli/format')
const { paint, printable, terminalWidth, wrapText } = require('../cli/terminal')
const { sum } = require('../load/medians')

const DENSE = 12 // rows: a longer table has no lines between its rows
const NO_LINES = { mid: '', 'left-mid': '', 'mid-mid': '', 'right-mid': '' }
const WORD = 24 // characters: a longer one of a text may be broken

/**
 * Draws a table. Where it is too wide, cells lose their padding, and texts wrap; figures do not.
 * @param {TableData} table
 * @param {('left'|'right')[]} [aligns] default: all but the first on the right
 */
function terminalTable ({ head, rows }, aligns = head.map((_, i) => i ? 'right' : 'left')) {
  const printed = [head, ...rows].map((row) => row.map(printable))
  const columns = aligns.map((align, i) => {
    const [title, ...cells] = printed.map((row) => row[i])
    const width = longest([title, ...cells])
    if (align === 'right') return { width, least: longest([...title.split(' '), ...cells]) }
    const words = [title, ...cells].join(' ').split(' ')
    return { width, least: Math.min(longest(words), WORD) }
  })
  const padding = fitColumns(columns)
  const [titles, ...cells] = printed.map((row) => row.map((cell, i) => {
    const { width } = columns[i]
    return longest([cell]) > width ? wrapText(cell, width).join('\n') : cell
  }))
  const drawn = new Table({
    chars: rows.length > DENSE ? NO_LINES : {},
    head: titles.map((title) => title.replace(/^.*$/gm, (line) => paint('cyan', line))),
    colAligns: aligns,
    style: { head: [], border: [], 'padding-left': padding, 'padding-right': padding }
  })
  drawn.push(...cells)
  return drawn.toString()
}

function longest (texts) {
  const lines = texts.join('\n').split('\n')
  return Math.max(...lines.map((line) => line.length))
}

// Narrows columns until they fit, as far as they can, and returns the padding of their cells.
function fitColumns (columns) {
  const spareOf = ({ least, width }) => width - least
  const spare = sum(columns.map(spareOf))
  const frame = 3 * columns.length + 1
  const excess = frame + sum(columns.map(({ width }) => width)) - terminalWidth()
  const padding = excess > spare ? 0 : 1
  const narrower = padding ? excess : excess - 2 * columns.length
  for (let i = Math.min(narrower, spare); i > 0; i--) {
    const [widest] = columns.toSorted((a, b) => spareOf(b) - spareOf(a))
    widest.width--
  }
  return padding
}

/**
 * Writes a median, with its interval on a line of its own, if it is no point.
 * @param {Middle} middle
 * @param {string} unit
 * @param {(value: number) => string} [format]
 */
function middleCell ({ median, interval }, unit, format = significant) {
  const text = format(median) + unit
  const [low, high] = interval?.map(format) ?? []
  return low === high ? text : `${text}\n${low}–${high}`
}

/** @param {{ratio: number, interval: Interval|null}} contrast */
function ratioCell ({ ratio, interval }, unit = ' ×', format = significant) {
  return middleCell({ median: ratio, interval }, unit, format)
}

/** @param {Bound} bound @param {string} text @returns {string} a dash if nothing is known */
function boundCell (bound, text) {
  if (bound === '?') return '–'
  return bound ? `${bound} ${text}` : text
}

/** @param {{rate: Middle, limited: boolean}} sample `rate` in req/s */
function rateCell ({ rate, limited }) {
  return limited ? boundCell('≥', number(rate.median)) : middleCell(rate, '', number)
}

module.exports = {
  boundCell,
  middleCell,
  rateCell,
  ratioCell,
  terminalTable
}
