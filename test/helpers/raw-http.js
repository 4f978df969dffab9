'use strict'

const net = require('node:net')
const { text } = require('node:stream/consumers')

/** Writes bytes in Latin-1 to a socket and reads until the server closes it. */
async function sendRaw (url, bytes) {
  const { hostname, port } = new URL(url)
  const socket = net.connect(Number(port), hostname)
  socket.setEncoding('latin1').end(bytes, 'latin1')
  return await text(socket)
}

module.exports = { sendRaw }
