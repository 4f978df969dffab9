'use strict'

/** @import { TableData } from './types' */

const { paint } = require('../cli/terminal')
const { wrapText, terminalWidth } = require('../cli/text')

/** @param {TableData} table @param {'---'|'---:'} [align] of all columns but the first */
function markdownTable ({ head, rows }, align = '---:') {
  const rule = head.map((_, i) => i ? align : '---')
  const lines = [head, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`)
  return lines
    .map((line) => line.replaceAll('\n', '<br>'))
    .join('\n')
    // A unit stays with its figure.
    .replaceAll(/(?<=\d) (?=[µm]?s\b|[%×])|(?<=[≥≤]) /g, '\u00a0')
}

/** @param {string} markdown paragraphs and lists */
function terminalProse (markdown) {
  const parts = markdown.split(/(\n{2,}|\n(?=- ))/).map((part) => {
    if (!part.trim()) return part
    const indent = part.startsWith('- ') ? '  ' : ''
    const text = part.replaceAll('\n', ' ').replaceAll(/ +/g, ' ')
    return wrapText(text, terminalWidth() - indent.length).join(`\n${indent}`)
  })
  return parts.join('').replaceAll(/\*\*([^*]+)\*\*/g, (_, text) => paint('bold', text))
}

module.exports = { markdownTable, terminalProse }
