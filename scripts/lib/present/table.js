'use strict'

// Tables and paragraphs that fit the terminal, and tables in Markdown.

const Table = require('cli-table3')

const DENSE = 12 // rows: a longer table has no lines between its rows
const LABEL = 12 // columns that the name of a fact takes

/** @typedef {(style: string, text: string) => string} Paint */
/** @typedef {{head: string[], rows: string[][]}} TableData */
/** @typedef {'left'|'right'} Align */

/** @returns {number} columns of the terminal; 80 where the output is no terminal */
const terminalWidth = () => process.stdout.columns || 80

/** @param {string} text */
const longestLine = (text) => Math.max(...text.split('\n').map((line) => line.length))

/** @param {string} text */
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
 * A table for the terminal. Where it is too wide, texts and headings wrap, then the cells lose their padding, and at
 * last each row becomes a block of lines.
 *
 * @param {string[]} head
 * @param {string[][]} rows
 * @param {Paint} paint
 * @param {Align[]} [aligns] of the columns: text on the left wraps, figures on the right do not
 * @param {number} [width] columns
 * @returns {string}
 */
function terminalTable (head, rows, paint, aligns = head.map((_, i) => i ? 'right' : 'left'), width = terminalWidth()) {
  const columns = head.map((title, i) => {
    const cells = rows.map((row) => row[i])
    const least = Math.max(...cells.map(aligns[i] === 'left' ? longestWord : longestLine), longestWord(title))
    return { least, full: Math.max(least, title.length, ...cells.map(longestLine)) }
  })
  for (const padding of /** @type {(0|1)[]} */ ([1, 0])) {
    let spare = width - 1 - columns.reduce((sum, { least }) => sum + least + 2 * padding + 1, 0)
    if (spare < 0) continue
    const widths = columns.map(({ least, full }) => {
      const extra = Math.min(full - least, spare)
      spare -= extra
      return least + extra
    })
    return boxedTable({ head, rows }, paint, aligns, widths, padding)
  }
  return rows.map((row) => rowBlock(head, row, paint, width)).join('\n\n')
}

/** @param {TableData} data @param {Paint} paint @param {Align[]} colAligns @param {number[]} widths @param {0|1} pad */
function boxedTable ({ head, rows }, paint, colAligns, widths, pad) {
  const table = new Table({
    ...(rows.length > DENSE && { chars: { mid: '', 'left-mid': '', 'mid-mid': '', 'right-mid': '' } }),
    head: head.map((title, i) => wrapText(title, widths[i]).map((line) => paint('cyan', line)).join('\n')),
    colAligns,
    style: { head: [], border: [], 'padding-left': pad, 'padding-right': pad }
  })
  table.push(...rows.map((row) => row.map((cell, i) =>
    longestLine(cell) > widths[i] ? wrapText(cell, widths[i]).join('\n') : cell)))
  return table.toString()
}

/** @param {string[]} head @param {string[]} row @param {Paint} paint @param {number} width */
function rowBlock ([title, ...head], [name, ...cells], paint, width) {
  const heading = wrapText(title ? `${title}: ${name}` : name, width).map((line) => paint('cyan', line))
  const lines = cells.flatMap((cell, i) => cell.trim() ? wrapText(`${head[i]}: ${cell}`, width - 2) : [])
  return [...heading, ...lines.map((line) => `  ${line}`)].join('\n')
}

/** @param {string} what in bold @param {string} text @param {Paint} paint @param {number} width columns */
function titleLine (what, text, paint, width) {
  return wrapText(`${what}: ${text}`, width).join('\n').replace(what, () => paint('bold', what))
}

/**
 * @param {string[][]} facts name and text of each; a `warning` is yellow
 * @param {Paint} paint
 * @param {number} width columns
 * @returns {string} lines, of which those that continue a text are indented
 */
function factLines (facts, paint, width) {
  return facts.flatMap(([name, text]) => wrapText(text, width - LABEL).map((line, i) =>
    paint('bold', (i ? '' : name).padEnd(LABEL)) + (name === 'warning' ? paint('yellow', line) : line))).join('\n')
}

/** @param {string[]} head @param {string[][]} rows @param {'---'|'---:'} [align] of all columns but the first */
function markdownTable (head, rows, align = '---:') {
  /** @param {string[]} cells */
  const line = (cells) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map((_, i) => i === 0 ? '---' : align)), ...rows.map(line)].join('\n')
}

module.exports = { factLines, markdownTable, terminalTable, terminalWidth, titleLine, wrapText }
