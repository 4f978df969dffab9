'use strict'

const path = require('node:path')
const { styleText } = require('node:util')
const ProgressBar = require('progress')

/**
 * Colours text if it goes to a terminal with colours, unless NO_COLOR is set.
 * @param {any} style of util.styleText
 * @param {string} text
 * @param {NodeJS.WritableStream} [stream]
 */
function paint (style, text, stream = process.stdout) {
  return styleText(style, text, { stream })
}

/** @param {any} ok @returns {string} a tick or a cross */
function mark (ok) {
  return ok ? paint('green', '✓') : paint('red', '✗')
}

/** @param {string|null} file that was saved, if any: its line is printed below the result */
function printSaved (file) {
  if (file) console.log(`${paint('bold', 'saved      ')} ${path.relative('', file)}`)
}

/**
 * Draws a progress bar if stderr is a terminal.
 * @template T
 * @param {string} label
 * @param {(update: (share: number) => void) => Promise<T>} work `share` is from 0 to 1
 * @returns {Promise<T>}
 */
async function withProgressBar (label, work) {
  const bar = new ProgressBar(`${label} [:bar] :percent`, {
    total: 1000,
    width: 30,
    clear: true,
    incomplete: ' '
  })
  try {
    return await work((share) => bar.update(share))
  } finally {
    bar.terminate()
  }
}

module.exports = { mark, paint, printSaved, withProgressBar }
