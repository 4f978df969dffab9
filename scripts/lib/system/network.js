'use strict'

const { once } = require('node:events')
const net = require('node:net')

const LOOPBACK = '127.0.0.1'
const LIMIT = 5000 // ms until a connection is accepted

/**
 * Writes an address as in a URL: IPv6 in brackets.
 * @param {string} address
 */
function urlHost (address) {
  return address.includes(':') ? `[${address}]` : address
}

/**
 * Connects and disconnects.
 * @param {string} host
 * @param {number} port
 * @throws When nothing accepts a connection there in 5 s.
 */
async function connectOnce (host, port) {
  const socket = net.connect({ host, port, timeout: LIMIT })
  socket.once('timeout', () => socket.destroy(new Error('ETIMEDOUT')))
  await once(socket, 'connect').finally(() => socket.destroy())
}

module.exports = { LOOPBACK, connectOnce, urlHost }
