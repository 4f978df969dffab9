'use strict'

const { once } = require('node:events')
const net = require('node:net')
const os = require('node:os')

const addresses = Object.values(os.networkInterfaces()).flat()
const families = addresses.filter((address) => address?.internal).map((address) => address?.family)

/** The loopback address: IPv4, which the stages use, or IPv6 on a machine that has no other. */
const LOOPBACK = families.includes('IPv6') && !families.includes('IPv4') ? '::1' : '127.0.0.1'

/** @param {string} address @returns {string} as it is written in a URL: IPv6 in brackets */
function urlHost (address) {
  return address.includes(':') ? `[${address}]` : address
}

/** @param {string} host */
function isLoopback (host) {
  return /^(127(\.\d+){3}|::1|(.*\.)?localhost)$/i.test(host)
}

/** @param {string} url @returns {string} its host as sockets want it: IPv6 without brackets */
function hostOf (url) {
  return new URL(url).hostname.replace(/^\[|\]$/g, '')
}

/**
 * Connects and disconnects. Rejects when nothing accepts a connection there in 5 s.
 * @param {string} host
 * @param {number} port
 */
async function connectOnce (host, port) {
  const socket = net.connect({ host, port, timeout: 5000 })
  socket.once('timeout', () => socket.destroy(new Error('ETIMEDOUT')))
  await once(socket, 'connect').finally(() => socket.destroy())
}

/** @returns {Promise<number>} a port that was free a moment ago */
async function findFreePort () {
  const server = net.createServer().listen(0, LOOPBACK)
  await once(server, 'listening')
  const { port } = /** @type {net.AddressInfo} */ (server.address())
  server.close()
  await once(server, 'close')
  return port
}

module.exports = { LOOPBACK, connectOnce, findFreePort, hostOf, isLoopback, urlHost }
