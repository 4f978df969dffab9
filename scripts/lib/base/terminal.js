'use strict'

const path = require('node:path')
const { styleText } = require('node:util')

/** @typedef {(style: string, text: string) => string} Paint */

/** @typedef {NodeJS.WritableStream & {isTTY?: boolean, hasColors?: () => boolean}} Stream */

/** @type {(stream: Stream) => Paint} colours text if the stream is a terminal with colours and NO_COLOR is not set */
function painter (stream) {
  if (!stream.isTTY || process.env.NO_COLOR || !stream.hasColors?.()) return (style, text) => text
  return (style, text) => styleText(/** @type {'bold'} */ (style), text, { validateStream: false })
}

/** @type {(paint: Paint, label: string, file: string) => string} a line that names a file, below a result */
const fileLine = (paint, label, file) => `${paint('bold', label.padEnd(11))} ${path.relative('', file)}`

module.exports = { fileLine, painter }
