'use strict'

const { styleText } = require('node:util')

/**
 * A painter for one stream: colours only where the stream is a terminal that has them and NO_COLOR is not set.
 *
 * @param {import('node:tty').WriteStream|import('node:stream').Writable} stream
 * @returns {(style: string, text: string) => string}
 */
function painter (stream) {
  if (!stream.isTTY || process.env.NO_COLOR || !stream.hasColors()) return (style, text) => text
  return (style, text) => styleText(style, text, { validateStream: false })
}

module.exports = { painter }
