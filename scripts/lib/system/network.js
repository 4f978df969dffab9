'use strict'

const { once } = require('node:events')
const net = require('node:net')
const os = require('node:os')

const addresses = Object.values(os.networkInterfaces()).flat()
const internal = addresses.filter((address) => address?.internal)
const isIPv6Only = internal.length > 0 && internal.every((address) => address?.family === 'IPv6')

const LOOPBACK = isIPv6Only ? '::1' : '127.0.0.1' // the stages use IPv4

/**
 * Writes an address as in a URL: IPv6 in brackets.
 * @param {string} address
 */
function urlHost (address) {
  return address.includes(':') ? `[${address}]` : address
}

/**
 * Gives the host of a URL as sockets take it: IPv6 without brackets.
 * @param {string} url
 */
function hostOf (url) {
  return new URL(url).hostname.replace(/^\[|\]$/g, '')
}

/** @param {string} host */
function isLoopback (host) {
  return /^(127(\.\d+){3}|::1|(.*\.)?localhost)$/i.test(host)
}

/**
 * Connects and disconnects.
 * @param {string} host
 * @param {number} port
 * @throws When nothing accepts a connection there in 5 s.
 */
async function connectOnce (host, port) {
  const socket = net.connect({ host, port, timeout: 5000 })
  socket.once('timeout', () => socket.destroy(new Error('ETIMEDOUT')))
  await once(socket, 'connect').finally(() => socket.destroy())
}

/** Finds a port that was free a moment ago. */
async function findFreePort () {
  const server = net.createServer().listen(0, LOOPBACK)
  await once(server, 'listening')
  const { port } = /** @type {net.AddressInfo} */ (server.address())
  server.close()
  await once(server, 'close')
  return port
}

module.exports = { LOOPBACK, connectOnce, findFreePort, hostOf, isLoopback, urlHost }
