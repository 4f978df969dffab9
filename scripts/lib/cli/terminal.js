'use strict'

const path = require('node:path')
const { styleText } = require('node:util')
const ProgressBar = require('progress')

const COLUMNS = '▁▂▃▄▅▆▇█'
/** @type {Record<string, 'bold'|'yellow'|undefined>} */
const FACT_STYLES = { verdict: 'bold', warning: 'yellow' }
const LABEL = 12 // columns that the name of a fact takes
// Control characters but the end of a line, and what changes the direction of a text.
const CONTROLS = /(?!\n)[\p{Cc}\p{Bidi_Control}]/gu

/**
 * Colours text if stdout is a terminal with colours, unless NO_COLOR is set.
 * @param {Parameters<typeof styleText>[0]} style
 * @param {string} text
 */
function paint (style, text) {
  return styleText(style, text, { stream: process.stdout })
}

/** @param {string|null} file that was saved, if any: its line is printed below the result */
function printSaved (file) {
  if (file) console.log(`${paint('bold', 'saved      ')} ${path.relative('', file)}`)
}

/**
 * Draws a progress bar, with the time that is left, if stderr is a terminal.
 * @template T
 * @param {string} label
 * @param {(update: (share: number) => void) => Promise<T>} work `share` is from 0 to 1
 * @returns {Promise<T>}
 */
async function withProgressBar (label, work) {
  const bar = new ProgressBar(`${label} [:bar] :percent:left`, {
    total: 1000,
    width: 30,
    clear: true,
    incomplete: ' '
  })
  const began = Date.now()
  try {
    return await work((share) => {
      const left = Math.ceil((Date.now() - began) * (1 / share - 1) / 1000)
      bar.update(share, { left: share ? `, ${left} s left` : '' })
    })
  } finally {
    bar.terminate()
  }
}

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

/**
 * Prints a notice or an error. In a terminal, its lines break between words; an indented one stays
 * whole, for it may be a command.
 * @param {string} text
 */
function printNotice (text) {
  const { isTTY, columns = 80 } = process.stderr
  const lines = isTTY
    ? text.split('\n').flatMap((line) => /^\s/.test(line) ? line : wrapText(line, columns))
    : [text]
  console.error(lines.join('\n'))
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

/** @param {string[][]} facts name and text of each; a `verdict` is bold, a `warning` yellow */
function factLines (facts) {
  const lines = []
  for (const [name, text] of facts) {
    const style = FACT_STYLES[name]
    for (const [i, line] of wrapText(text, terminalWidth() - LABEL).entries()) {
      const label = paint('bold', (i ? '' : name).padEnd(LABEL))
      lines.push(label + (style ? paint(style, line) : line))
    }
  }
  return lines.join('\n')
}

module.exports = {
  factLines,
  paint,
  printable,
  printNotice,
  printSaved,
  sparkline,
  terminalWidth,
  titleLine,
  withProgressBar,
  wrapText
}
