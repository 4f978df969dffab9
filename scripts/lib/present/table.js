'use strict'

// Tables and paragraphs that fit the terminal, and tables in Markdown.

const Table = require('cli-table3')

const DENSE = 12 // rows: a longer table has no lines between its rows
const LABEL = 12 // columns that the name of a fact takes

/** @typedef {(style: string, text: string) => string} Paint */
/** @typedef {'left'|'right'} Align */
/** @typedef {{head: string[], rows: string[][]}} TableData */
/** @typedef {[name: string, text: string, style?: string]} Fact */

/** @returns {number} columns of the terminal; 80 where the output is no terminal */
const terminalWidth = () => process.stdout.columns || 80

/** @param {string} text @returns {number} columns of its longest line */
const columnsOf = (text) => Math.max(...text.split('\n').map((line) => line.length))

/** @param {string} text @returns {number} columns of its longest word */
const longestWord = (text) => Math.max(...text.split(/\s/).map((word) => word.length))

/**
 * Breaks a text between words, and a word that is longer than a line anywhere.
 *
 * @param {string} text
 * @param {number} width columns
 * @returns {string[]} lines
 */
function wrapText (text, width) {
  const lines = text.match(new RegExp(`\\S.{0,${width - 1}}(?=\\s|$)|\\S{1,${width}}`, 'g')) ?? ['']
  return lines.map((line) => line.trimEnd())
}

/**
 * A table for the terminal. Where it is too wide, its cells wrap, then lose their padding, and at last each row becomes
 * a block of lines.
 *
 * @param {string[]} head
 * @param {string[][]} rows
 * @param {Paint} paint
 * @param {Align[]} [aligns] of the columns; figures are on the right and do not wrap
 * @param {number} [width] columns
 * @returns {string}
 */
function terminalTable (head, rows, paint, aligns = defaultAligns(head), width = terminalWidth()) {
  const columns = head.map((title, i) => {
    const cells = rows.map((row) => row[i])
    const unbreakable = Math.max(...cells.map(aligns[i] === 'left' ? longestWord : columnsOf), longestWord(title))
    return { unbreakable, full: Math.max(unbreakable, ...cells.map(columnsOf), columnsOf(title)) }
  })
  for (const padding of [1, 0]) {
    let spare = width - 1 - columns.reduce((sum, { unbreakable }) => sum + unbreakable + 2 * padding + 1, 0)
    if (spare < 0) continue
    const widths = columns.map(({ unbreakable, full }) => {
      const extra = Math.min(full - unbreakable, spare)
      spare -= extra
      return unbreakable + extra
    })
    return boxedTable(head, rows, paint, aligns, widths, padding)
  }
  return rows.map((row) => rowBlock(head, row, paint, width)).join('\n\n')
}

/** @param {string[]} head @returns {Align[]} */
const defaultAligns = (head) => head.map((_, i) => i === 0 ? 'left' : 'right')

/**
 * @param {string[]} head
 * @param {string[][]} rows
 * @param {Paint} paint
 * @param {Align[]} colAligns
 * @param {number[]} widths
 * @param {number} padding
 */
function boxedTable (head, rows, paint, colAligns, widths, padding) {
  const table = new Table({
    ...(rows.length > DENSE && { chars: { mid: '', 'left-mid': '', 'mid-mid': '', 'right-mid': '' } }),
    head: head.map((title, i) => wrapText(title, widths[i]).map((line) => paint('cyan', line)).join('\n')),
    colAligns,
    style: { head: [], border: [], 'padding-left': padding, 'padding-right': padding }
  })
  const fit = (/** @type {string} */ cell, /** @type {number} */ i) =>
    columnsOf(cell) > widths[i] ? wrapText(cell, widths[i]).join('\n') : cell
  table.push(...rows.map((row) => row.map(fit)))
  return table.toString()
}

/**
 * @param {string[]} head
 * @param {string[]} row
 * @param {Paint} paint
 * @param {number} width
 */
function rowBlock ([title, ...head], [name, ...cells], paint, width) {
  const heading = wrapText(title ? `${title}: ${name}` : name, width).map((line) => paint('cyan', line))
  const lines = cells.flatMap((cell, i) => cell.trim() ? wrapText(`${head[i]}: ${cell}`, width - 2) : [])
  return [...heading, ...lines.map((line) => `  ${line}`)].join('\n')
}

/**
 * @param {string} what is painted
 * @param {string} text
 * @param {Paint} paint
 * @param {number} [width] columns
 * @returns {string} `what: text`, wrapped
 */
function titleLine (what, text, paint, width = terminalWidth()) {
  return wrapText(`${what}: ${text}`, width).join('\n').replace(what, () => paint('bold', what))
}

/**
 * @param {Fact[]} facts
 * @param {Paint} paint
 * @param {number} [width] columns
 * @returns {string} a line for each fact, or several, of which the further ones are indented
 */
function factLines (facts, paint, width = terminalWidth()) {
  return facts.flatMap(([name, text, style]) => wrapText(text, width - LABEL).map((line, i) =>
    paint('bold', (i ? '' : name).padEnd(LABEL)) + (style ? paint(style, line) : line))).join('\n')
}

/**
 * @param {string[]} head
 * @param {string[][]} rows
 * @param {'---'|'---:'} [align] of all columns but the first: figures are on the right
 * @returns {string} a table in Markdown
 */
function markdownTable (head, rows, align = '---:') {
  const line = (/** @type {string[]} */ cells) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map((_, i) => i === 0 ? '---' : align)), ...rows.map(line)].join('\n')
}

module.exports = { factLines, markdownTable, terminalTable, terminalWidth, titleLine, wrapText }
