'use strict'

const { styleText } = require('node:util')

const LABEL = 12 // columns that the name of a fact takes
// Control characters but the end of a line, and what changes the direction of a text.
const CONTROLS = /(?!\n)[\p{Cc}\p{Bidi_Control}]/gu

/** @param {any} style of util.styleText @param {string} text that goes to stdout */
function paint (style, text) {
  return styleText(style, text, { stream: process.stdout })
}

/**
 * Breaks a text between words, or anywhere in a word that is longer than a line.
 * @param {string} text that may have names of a program in it
 * @param {number} width
 * @returns {string[]} lines
 */
function wrapText (text, width) {
  const line = new RegExp(`\\S.{0,${width - 1}}(?=\\s|$)|\\S{1,${width}}`, 'g')
  const printable = text.replace(CONTROLS, '\ufffd')
  return (printable.match(line) ?? ['']).map((part) => part.trimEnd())
}

/**
 * Lays out a card.
 * @param {string} title in bold
 * @param {string} verdict
 * @param {string[][]} facts name and text of each; a `warning` is yellow
 */
function layOut (title, verdict, facts) {
  const width = process.stdout.columns || 80
  const heading = wrapText(`${title}: ${verdict}`, width).join('\n')
  const lines = [heading.replace(title, () => paint('bold', title)), '']
  for (const [name, text] of facts) {
    for (const [i, line] of wrapText(text, width - LABEL).entries()) {
      const label = paint('bold', (i ? '' : name).padEnd(LABEL))
      lines.push(label + (name === 'warning' ? paint('yellow', line) : line))
    }
  }
  return lines.join('\n')
}

module.exports = { layOut }
