'use strict'

// Texts for the terminal.

const { paint } = require('./terminal')

const COLUMNS = '▁▂▃▄▅▆▇█'
const LABEL = 12 // columns that the name of a fact takes
// Control characters but the end of a line, and what changes the direction of a text.
const CONTROLS = /(?!\n)[\p{Cc}\p{Bidi_Control}]/gu

/** @param {string} text that may have names of a program in it @returns {string} for a terminal */
function printable (text) {
  return text.replace(CONTROLS, '\ufffd')
}

/** @returns {number} columns; 80 where the output is no terminal */
function terminalWidth () {
  return process.stdout.columns || 80
}

/**
 * Breaks a text between words, or anywhere in a word that is longer than a line.
 * @param {string} text
 * @param {number} [width]
 * @returns {string[]} lines
 */
function wrapText (text, width = terminalWidth()) {
  const line = new RegExp(`\\S.{0,${width - 1}}(?=\\s|$)|\\S{1,${width}}`, 'g')
  return (printable(text).match(line) ?? ['']).map((part) => part.trimEnd())
}

/** @param {number[]} values @returns {string} a column for each */
function sparkline (values) {
  const most = Math.max(...values, 1)
  return values.map((value) => COLUMNS[Math.round(value / most * (COLUMNS.length - 1))]).join('')
}

/** @param {string} subject in bold @param {string} text */
function titleLine (subject, text) {
  const lines = wrapText(`${subject}: ${text}`).join('\n')
  return lines.replace(subject, () => paint('bold', subject))
}

/** @param {string[][]} facts name and text of each; a `warning` is yellow */
function factLines (facts) {
  const lines = []
  for (const [name, text] of facts) {
    for (const [i, line] of wrapText(text, terminalWidth() - LABEL).entries()) {
      const label = paint('bold', (i ? '' : name).padEnd(LABEL))
      lines.push(label + (name === 'warning' ? paint('yellow', line) : line))
    }
  }
  return lines.join('\n')
}

module.exports = {
  factLines,
  printable,
  sparkline,
  terminalWidth,
  titleLine,
  wrapText
}
