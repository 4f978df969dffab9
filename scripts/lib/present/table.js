'use strict'

// Tables, paragraphs and diffs for the terminal, as wide as it is, and tables in Markdown.

/** @import { Align, Paint, TableData } from './types' */

const Table = require('cli-table3')

const DENSE = 12 // rows: a longer table has no lines between its rows
const LABEL = 12 // columns that the name of a fact takes
/** @type {Record<string, string>} */
const DIFF_COLORS = { '+': 'green', '-': 'red', '@': 'cyan' }

/** @returns {number} columns of the terminal; 80 where the output is no terminal */
function terminalWidth () {
  return process.stdout.columns || 80
}

/** @param {string} text */
function textWidth (text) {
  return Math.max(...text.split('\n').map((line) => line.length))
}

/**
 * Breaks a text between words, or anywhere in a word that is longer than a line.
 * @param {string} text
 * @param {number} [width]
 * @returns {string[]} lines
 */
function wrapText (text, width = terminalWidth()) {
  const line = new RegExp(`\\S.{0,${width - 1}}(?=\\s|$)|\\S{1,${width}}`, 'g')
  const lines = text.match(line) ?? ['']
  return lines.map((part) => part.trimEnd())
}

/**
 * Draws a table. Where it is too wide, the cells lose their padding, and headings and texts on the
 * left wrap; figures do not. Where that is not enough, the widest text is broken within its words.
 * @param {TableData} table
 * @param {Paint} paint
 * @param {Align[]} [aligns] of the columns: the first on the left, the others on the right
 * @returns {string}
 */
function terminalTable ({ head, rows }, paint, aligns = head.map((_, i) => i ? 'right' : 'left')) {
  const columns = head.map((title, i) => {
    const cells = rows.map((row) => row[i]).join('\n')
    const words = `${title} ${aligns[i] === 'left' ? cells : ''}`.replaceAll(/\s/g, '\n')
    const least = Math.max(textWidth(words), aligns[i] === 'left' ? 0 : textWidth(cells))
    return { least, full: Math.max(least, textWidth(title), textWidth(cells)) }
  })
  let spare = terminalWidth() - 1
  for (const { least } of columns) spare -= least + 1
  if (spare < 0) {
    const texts = columns.filter((_, i) => aligns[i] === 'left')
    const widest = texts.reduce((a, b) => b.least > a.least ? b : a)
    widest.least = Math.max(1, widest.least + spare)
    spare = 0
  }
  const padding = spare < 2 * columns.length ? 0 : 1
  spare -= 2 * padding * columns.length
  const widths = columns.map(({ least, full }) => {
    const extra = Math.max(0, Math.min(full - least, spare))
    spare -= extra
    return least + extra
  })
  const noLines = { mid: '', 'left-mid': '', 'mid-mid': '', 'right-mid': '' }
  const table = new Table({
    chars: rows.length > DENSE ? noLines : {},
    head: head.map((title, i) => {
      const lines = wrapText(title, widths[i])
      return lines.map((line) => paint('cyan', line)).join('\n')
    }),
    colAligns: aligns,
    style: { head: [], border: [], 'padding-left': padding, 'padding-right': padding }
  })
  for (const row of rows) {
    table.push(row.map((cell, i) => {
      return textWidth(cell) <= widths[i] ? cell : wrapText(cell, widths[i]).join('\n')
    }))
  }
  return table.toString()
}

/** @param {string} subject in bold @param {string} text @param {Paint} paint */
function titleLine (subject, text, paint) {
  const lines = wrapText(`${subject}: ${text}`).join('\n')
  return lines.replace(subject, () => paint('bold', subject))
}

/**
 * Lists facts below one another.
 * @param {string[][]} facts name and text of each; a `warning` is yellow
 * @param {Paint} paint
 * @returns {string}
 */
function factLines (facts, paint) {
  const lines = []
  for (const [name, text] of facts) {
    for (const [i, line] of wrapText(text, terminalWidth() - LABEL).entries()) {
      const label = paint('bold', (i ? '' : name).padEnd(LABEL))
      lines.push(label + (name === 'warning' ? paint('yellow', line) : line))
    }
  }
  return lines.join('\n')
}

/** @param {TableData} table @param {'---'|'---:'} [align] of all columns but the first */
function markdownTable ({ head, rows }, align = '---:') {
  const rule = head.map((_, i) => i ? align : '---')
  // No line ends between a figure and its unit.
  const lines = [head, rule, ...rows.map((cells) => cells.map(joinUnits))]
  return lines.map((cells) => `| ${cells.join(' | ')} |`.replaceAll('\n', '<br>')).join('\n')
}

/** @param {string} text */
function joinUnits (text) {
  return text.replaceAll(/(?<=\d) (?=[µm]?s\b|[%×])|(?<=[≥≤]) /g, '\u00a0')
}

/** @param {string} markdown paragraphs and lists @param {Paint} paint @returns {string} wrapped */
function terminalProse (markdown, paint) {
  const paragraphs = markdown.split(/\n{2,}/).map((paragraph) => {
    const items = paragraph.split(/\n(?=- )/).map((item) => {
      const indent = item.startsWith('- ') ? '  ' : ''
      const text = item.replaceAll(/\s+/g, ' ')
      return wrapText(text, terminalWidth() - indent.length).join(`\n${indent}`)
    })
    return items.join('\n')
  })
  const prose = paragraphs.join('\n\n')
  return prose.replaceAll(/\*\*([^*]+)\*\*/g, (_, text) => paint('bold', text))
}

/** @param {string} diff unified @param {Paint} paint @returns {string} in colours */
function colourDiff (diff, paint) {
  return diff.replace(/^[+@-].*/gm, (line) => paint(DIFF_COLORS[line[0]], line))
}

module.exports = {
  colourDiff,
  factLines,
  markdownTable,
  terminalProse,
  terminalTable,
  terminalWidth,
  titleLine,
  wrapText
}
