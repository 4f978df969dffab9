'use strict'

const { once } = require('node:events')
const net = require('node:net')

const LOOPBACK = '127.0.0.1'
const loopback = new net.BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

/** @param {string} address to write as in a URL: IPv6 in brackets */
function urlHost (address) {
  return address.includes(':') ? `[${address}]` : address
}

/** @param {string} host a name or an address @returns whether only this machine reaches it */
function isLoopback (host) {
  if (host === 'localhost') return true
  return net.isIP(host) > 0 && loopback.check(host, net.isIPv6(host) ? 'ipv6' : 'ipv4')
}

/** @param {string} host @param {number} port @throws When nothing listens there. */
async function connectOnce (host, port) {
  const socket = net.connect(port, host)
  await once(socket, 'connect').finally(() => socket.destroy())
}

module.exports = { LOOPBACK, connectOnce, isLoopback, urlHost }
