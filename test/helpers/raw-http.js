'use strict'

const net = require('node:net')
const { text } = require('node:stream/consumers')
const { hostOf } = require('../../scripts/lib/system/network')

/**
 * Writes bytes to a socket and reads until the server closes it.
 * @param {string} url
 * @param {string} bytes In Latin-1.
 */
async function sendRaw (url, bytes) {
  const socket = net.connect(Number(new URL(url).port), hostOf(url))
  socket.setEncoding('latin1').end(bytes, 'latin1')
  return await text(socket)
}

module.exports = { sendRaw }
