'use strict'

const { terminalWidth, wrapText } = require('./table')

/** @type {(markdown: string, paint: import('./table').Paint, width?: number) => string} wraps paragraphs and lists */
function terminalProse (markdown, paint, width = terminalWidth()) {
  const paragraphs = markdown.split(/\n{2,}/).map((paragraph) => paragraph.split(/\n(?=- )/).map((item) => {
    const indent = item.startsWith('- ') ? '  ' : ''
    return wrapText(item.replaceAll(/\s+/g, ' '), width - indent.length).join(`\n${indent}`)
  }).join('\n'))
  return paragraphs.join('\n\n').replaceAll(/\*\*([^*]+)\*\*/g, (_, text) => paint('bold', text))
}

module.exports = { terminalProse }
