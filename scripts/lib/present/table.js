'use strict'

// Tables, paragraphs and diffs for the terminal, as wide as it is, and tables in Markdown.

const Table = require('cli-table3')

/** @typedef {import('./types').Align} Align */
/** @typedef {import('./types').Paint} Paint */
/** @typedef {import('./types').TableData} TableData */

const DENSE = 12 // rows: a longer table has no lines between its rows
const LABEL = 12 // columns that the name of a fact takes
/** @type {Record<string, string>} */
const DIFF_COLOURS = { '+': 'green', '-': 'red', '@': 'cyan' }

/** @returns {number} Columns of the terminal; 80 where the output is no terminal. */
function terminalWidth () {
  return process.stdout.columns || 80
}

/** @param {string[]} texts */
const longest = (texts) => Math.max(...texts.map((text) => text.length))

/**
 * Breaks a text between words, or anywhere in a word that is longer than a line.
 * @param {string} text
 * @param {number} [width]
 * @returns {string[]} Lines.
 */
function wrapText (text, width = terminalWidth()) {
  const line = new RegExp(`\\S.{0,${width - 1}}(?=\\s|$)|\\S{1,${width}}`, 'g')
  const lines = text.match(line) ?? ['']
  return lines.map((part) => part.trimEnd())
}

/**
 * Draws a table. Where it is too wide, headings and texts on the left wrap (figures do not), then
 * the cells lose their padding, and at last each row becomes a block of lines.
 * @param {TableData} table
 * @param {Paint} paint
 * @param {Align[]} [aligns] Of the columns: the first on the left, the others on the right.
 * @returns {string}
 */
function terminalTable ({ head, rows }, paint, aligns = head.map((_, i) => i ? 'right' : 'left')) {
  const columns = head.map((title, i) => {
    const cells = rows.map((row) => row[i])
    const words = [title, ...(aligns[i] === 'left' ? cells : [])].join(' ').split(/\s/)
    const lines = cells.join('\n').split('\n')
    const least = Math.max(longest(words), aligns[i] === 'left' ? 0 : longest(lines))
    return { least, full: Math.max(least, title.length, longest(lines)) }
  })
  const least = columns.reduce((sum, column) => sum + column.least + 1, 1)
  for (const padding of [1, 0]) {
    let spare = terminalWidth() - least - 2 * padding * columns.length
    if (spare < 0) continue
    const widths = columns.map((column) => {
      const extra = Math.min(column.full - column.least, spare)
      spare -= extra
      return column.least + extra
    })
    return boxedTable({ head, rows }, paint, { aligns, widths, padding })
  }
  return rows.map((row) => rowBlock(head, row, paint)).join('\n\n')
}

/**
 * @param {TableData} data
 * @param {Paint} paint
 * @param {{ aligns: Align[], widths: number[], padding: number }} columns
 */
function boxedTable ({ head, rows }, paint, { aligns, widths, padding }) {
  const noLines = { mid: '', 'left-mid': '', 'mid-mid': '', 'right-mid': '' }
  const headings = head.map((title, i) => {
    const lines = wrapText(title, widths[i])
    return lines.map((line) => paint('cyan', line)).join('\n')
  })
  const table = new Table({
    chars: rows.length > DENSE ? noLines : {},
    head: headings,
    colAligns: aligns,
    style: { head: [], border: [], 'padding-left': padding, 'padding-right': padding }
  })
  for (const row of rows) {
    table.push(row.map((cell, i) => {
      const fits = longest(cell.split('\n')) <= widths[i]
      return fits ? cell : wrapText(cell, widths[i]).join('\n')
    }))
  }
  return table.toString()
}

/** @param {string[]} head @param {string[]} row @param {Paint} paint */
function rowBlock ([title, ...head], [name, ...cells], paint) {
  const heading = wrapText(title ? `${title}: ${name}` : name)
  const lines = heading.map((line) => paint('cyan', line))
  for (const [i, cell] of cells.entries()) {
    const text = cell.trim().replaceAll('\n', '; ')
    const wrapped = text ? wrapText(`${head[i]}: ${text}`, terminalWidth() - 2) : []
    for (const line of wrapped) lines.push(`  ${line}`)
  }
  return lines.join('\n')
}

/**
 * @param {string} subject In bold.
 * @param {string} text
 * @param {Paint} paint
 * @returns {string}
 */
function titleLine (subject, text, paint) {
  const lines = wrapText(`${subject}: ${text}`).join('\n')
  return lines.replace(subject, () => paint('bold', subject))
}

/**
 * @param {string[][]} facts Name and text of each; a `warning` is yellow.
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

/**
 * @param {TableData} table
 * @param {'---'|'---:'} [align] Of all columns but the first.
 * @returns {string}
 */
function markdownTable ({ head, rows }, align = '---:') {
  const rule = head.map((_, i) => i ? align : '---')
  const lines = [head, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`)
  return lines.map((line) => line.replaceAll('\n', '<br>')).join('\n')
}

/**
 * @param {string} markdown Paragraphs and lists.
 * @param {Paint} paint
 * @returns {string} The same, wrapped.
 */
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

/**
 * @param {string} diff A unified diff.
 * @param {Paint} paint
 * @returns {string} The same in colours.
 */
function colourDiff (diff, paint) {
  return diff.replace(/^[+@-].*/gm, (line) => paint(DIFF_COLOURS[line[0]], line))
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
