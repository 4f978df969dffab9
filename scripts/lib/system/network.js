'use strict'

const { once } = require('node:events')
const net = require('node:net')
const os = require('node:os')

const families = Object.values(os.networkInterfaces()).flat().map((address) => address?.internal && address.family)

/** The loopback address: IPv4, which is what the stages use, or IPv6 on a machine that has no other. */
const LOOPBACK = families.includes('IPv6') && !families.includes('IPv4') ? '::1' : '127.0.0.1'

/** @type {(address: string) => string} the address as it is written in a URL: IPv6 in brackets */
const urlHost = (address) => address.includes(':') ? `[${address}]` : address

/** @type {(host: string) => boolean} */
const isLoopback = (host) => /^(127(\.\d+){3}|::1|(.*\.)?localhost)$/i.test(host)

/** @type {(url: string) => string} the host of a URL as sockets want it: IPv6 without brackets */
const hostOf = (url) => new URL(url).hostname.replace(/^\[|\]$/g, '')

/** @type {(host: string, port: number) => Promise<void>} rejects when nothing accepts a connection there in 5 s */
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
