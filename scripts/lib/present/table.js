'use strict'

// Tables, paragraphs and diffs for the terminal, as wide as it is, and tables in Markdown.

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

/** @type {(text: string, width?: number) => string[]} lines, broken between words, or anywhere in a longer word */
function wrapText (text, width = terminalWidth()) {
  const lines = text.match(new RegExp(`\\S.{0,${width - 1}}(?=\\s|$)|\\S{1,${width}}`, 'g')) ?? ['']
  return lines.map((line) => line.trimEnd())
}

// A table for the terminal. Where it is too wide, headings and texts on the left wrap (figures on the right do not),
// then the cells lose their padding, and at last each row becomes a block of lines.
/** @type {(table: TableData, paint: Paint, aligns?: Align[]) => string} */
function terminalTable ({ head, rows }, paint, aligns = head.map((_, i) => i ? 'right' : 'left')) {
  const columns = head.map((title, i) => {
    const cells = rows.map((row) => row[i])
    const lengths = cells.map(longestLine)
    const least = Math.max(...(aligns[i] === 'left' ? cells.map(longestWord) : lengths), longestWord(title))
    return { least, full: Math.max(least, title.length, ...lengths) }
  })
  for (const padding of /** @type {(0|1)[]} */ ([1, 0])) {
    let spare = terminalWidth() - 1 - columns.reduce((sum, { least }) => sum + least + 2 * padding + 1, 0)
    if (spare < 0) continue
    const widths = columns.map(({ least, full }) => {
      const extra = Math.min(full - least, spare)
      spare -= extra
      return least + extra
    })
    return boxedTable({ head, rows }, paint, aligns, widths, padding)
  }
  return rows.map((row) => rowBlock(head, row, paint)).join('\n\n')
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

/** @param {string[]} head @param {string[]} row @param {Paint} paint */
function rowBlock ([title, ...head], [name, ...cells], paint) {
  const heading = wrapText(title ? `${title}: ${name}` : name).map((line) => paint('cyan', line))
  const lines = cells.map((cell) => cell.trim().replaceAll('\n', '; '))
    .flatMap((cell, i) => cell ? wrapText(`${head[i]}: ${cell}`, terminalWidth() - 2) : [])
  return [...heading, ...lines.map((line) => `  ${line}`)].join('\n')
}

/** @type {(what: string, text: string, paint: Paint) => string} `what` in bold */
const titleLine = (what, text, paint) =>
  wrapText(`${what}: ${text}`).join('\n').replace(what, () => paint('bold', what))

/** @type {(facts: string[][], paint: Paint) => string} name and text of each; a `warning` is yellow */
const factLines = (facts, paint) =>
  facts.flatMap(([name, text]) => wrapText(text, terminalWidth() - LABEL).map((line, i) =>
    paint('bold', (i ? '' : name).padEnd(LABEL)) + (name === 'warning' ? paint('yellow', line) : line))).join('\n')

/** @type {(table: TableData, align?: '---'|'---:') => string} `align`: of all columns but the first */
const markdownTable = ({ head, rows }, align = '---:') =>
  [head, head.map((_, i) => i ? align : '---'), ...rows]
    .map((cells) => `| ${cells.join(' | ').replaceAll('\n', '<br>')} |`).join('\n')

/** @type {(markdown: string, paint: Paint) => string} paragraphs and lists, wrapped */
function terminalProse (markdown, paint) {
  const paragraphs = markdown.split(/\n{2,}/).map((paragraph) => paragraph.split(/\n(?=- )/).map((item) => {
    const indent = item.startsWith('- ') ? '  ' : ''
    return wrapText(item.replaceAll(/\s+/g, ' '), terminalWidth() - indent.length).join(`\n${indent}`)
  }).join('\n'))
  return paragraphs.join('\n\n').replaceAll(/\*\*([^*]+)\*\*/g, (_, text) => paint('bold', text))
}

/** @type {Record<string, string>} */
const DIFF_COLOURS = { '+': 'green', '-': 'red', '@': 'cyan' }

/** @type {(diff: string, paint: Paint) => string} a unified diff in colours */
const colourDiff = (diff, paint) => diff.replace(/^[+@-].*/gm, (line) => paint(DIFF_COLOURS[line[0]], line))

module.exports = {
  colourDiff, factLines, markdownTable, terminalProse, terminalTable, terminalWidth, titleLine, wrapText
}
