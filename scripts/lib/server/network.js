'use strict'

const { once } = require('node:events')
const net = require('node:net')

const LOOPBACK = '127.0.0.1'

/** @param {string} address to write as in a URL: IPv6 in brackets */
function urlHost (address) {
  return address.includes(':') ? `[${address}]` : address
}

/** @param {string} host @param {number} port @throws When nothing listens there. */
async function connectOnce (host, port) {
  const socket = net.connect(port, host)
  await once(socket, 'connect').finally(() => socket.destroy())
}

module.exports = { LOOPBACK, connectOnce, urlHost }
