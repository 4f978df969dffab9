'use strict'

/** @import { Paint, Stream } from './types' */

const path = require('node:path')
const { styleText } = require('node:util')

/**
 * Chooses whether text is coloured.
 * @param {Stream} stream Where the text goes.
 * @returns {Paint} It colours on a terminal with colours, unless NO_COLOR is set.
 */
function painter (stream) {
  const hasColors = stream.isTTY && !process.env.NO_COLOR && stream.hasColors?.()
  if (!hasColors) return (style, text) => text
  const options = { validateStream: false }
  return (style, text) => styleText(/** @type {'bold'} */ (style), text, options)
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
