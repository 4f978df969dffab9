'use strict'

const net = require('node:net')
const { text } = require('node:stream/consumers')

/**
 * Writes bytes to a socket and reads until the server closes it.
 * @param {string} url
 * @param {string} bytes In Latin-1.
 */
async function sendRaw (url, bytes) {
  const { hostname, port } = new URL(url)
  const socket = net.connect(Number(port), hostname)
  socket.setEncoding('latin1').end(bytes, 'latin1')
  return await text(socket)
}

module.exports = { sendRaw }
