'use strict'

const { paint, terminalWidth, wrapText } = require('../cli/terminal')

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

module.exports = { terminalProse }
