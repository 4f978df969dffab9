'use strict'

const { once } = require('node:events')
const http = require('node:http')
const net = require('node:net')
const { json } = require('node:stream/consumers')

const LOOPBACK = '127.0.0.1'
const loopback = new net.BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

/** @param {string} host @param {number} port @returns {string} as in a URL: IPv6 in brackets */
function addressOf (host, port) {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`
}

/** @param {string} host a name or an address @returns whether only this machine reaches it */
function isLoopback (host) {
  if (host === 'localhost') return true
  return net.isIP(host) > 0 && loopback.check(host, net.isIPv6(host) ? 'ipv6' : 'ipv4')
}

/** @param {string} host @param {number} port @returns whether a server listens there */
async function isTaken (host, port) {
  const socket = net.connect(port, host)
  const connected = once(socket, 'connect').then(() => true, () => false)
  return connected.finally(() => socket.destroy())
}

/** @param {string} url @param {number} limit ms @throws When it does not answer with JSON. */
async function fetchJson (url, limit) {
  const request = http.get(url, { agent: false, signal: AbortSignal.timeout(limit) })
  const [response] = await once(request, 'response')
  return json(response)
}

module.exports = { LOOPBACK, addressOf, fetchJson, isLoopback, isTaken }
