'use strict'

/** @import { Paint } from './types' */

const path = require('node:path')
const { styleText } = require('node:util')

/**
 * Colours text where it goes to a terminal with colours, unless NO_COLOR is set.
 * @param {NodeJS.WritableStream} stream
 * @returns {Paint}
 */
function painter (stream) {
  return (style, text) => styleText(/** @type {'bold'} */ (style), text, { stream })
}

/**
 * Writes a line that names a file, below a result.
 * @param {Paint} paint
 * @param {string} label Such as `saved`.
 * @param {string} file
 */
function fileLine (paint, label, file) {
  return `${paint('bold', label.padEnd(11))} ${path.relative('', file)}`
}

module.exports = { fileLine, painter }
