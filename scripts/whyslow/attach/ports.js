'use strict'

// Addresses, and the TCP ports of any process, as Linux lists them.

/** @import { ListeningSocket, TcpSocket } from '../types' */

const fs = require('node:fs')
const { SocketAddress } = require('node:net')
const { asError } = require('../util/errors')

const LOOPBACK = '127.0.0.1'
const LOOPBACK_HOST = /^(localhost|127(\.\d+){3}|::1)$/
const LISTENING = '0A'
const CONNECTED = '01'
const HAS_ENDED = ['ENOENT', 'ESRCH', 'EINVAL'] // perhaps while the process was looked at

/** @param {string} host @param {number} port @returns {string} as in a URL: IPv6 in brackets */
function addressOf (host, port) {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`
}

/** @param {string} host a name or an address @returns whether only this machine reaches it */
function isLoopback (host) {
  return LOOPBACK_HOST.test(host)
}

/**
 * Lists the TCP sockets in the network of a process that listen or are connected.
 * @param {number} pid
 * @returns {TcpSocket[]} none if the process has ended
 */
function listSockets (pid) {
  const sockets = []
  const own = socketsOf(pid)
  for (const row of [...readTable(pid, 'tcp'), ...readTable(pid, 'tcp6')]) {
    const [, local, remote, state, , , , , , inode] = row.trim().split(/\s+/)
    if (state !== LISTENING && state !== CONNECTED) continue
    const [address, port] = local.split(':')
    sockets.push({
      host: readAddress(address),
      port: parseInt(port, 16),
      remote,
      isListening: state === LISTENING,
      isOwn: own.has(`socket:[${inode}]`)
    })
  }
  return sockets
}

/**
 * Lists the TCP ports of a process: none if it has ended.
 * @param {number} pid
 * @returns {{ listening: ListeningSocket[], connected: number[] }}
 */
function portsOf (pid) {
  const listening = []
  const connected = []
  for (const { host, port, isListening, isOwn } of listSockets(pid)) {
    if (!isOwn) continue
    if (isListening) listening.push({ host, port })
    else connected.push(port)
  }
  return { listening, connected }
}

/** @param {number} pid */
function socketsOf (pid) {
  const sockets = new Set()
  for (const name of unlessEnded(() => fs.readdirSync(`/proc/${pid}/fd`))) {
    try {
      sockets.add(fs.readlinkSync(`/proc/${pid}/fd/${name}`))
    } catch {} // it was closed meanwhile
  }
  return sockets
}

/** @param {number} pid @param {string} name */
function readTable (pid, name) {
  return unlessEnded(() => fs.readFileSync(`/proc/${pid}/net/${name}`, 'utf8').trim().split('\n'))
}

// A machine without IPv6 has no tcp6.
/** @param {() => string[]} read */
function unlessEnded (read) {
  try {
    return read()
  } catch (err) {
    if (HAS_ENDED.includes(asError(err).code ?? '')) return []
    throw err
  }
}

// The bytes of each group of four are reversed.
/** @param {string} hex */
function readAddress (hex) {
  const bytes = []
  for (let i = 0; i < hex.length; i += 8) {
    bytes.push(...Buffer.from(hex.slice(i, i + 8), 'hex').reverse())
  }
  if (bytes.length === 4) return bytes.join('.')
  const address = Buffer.from(bytes).toString('hex').replaceAll(/(.{4})(?!$)/g, '$1:')
  return new SocketAddress({ address, family: 'ipv6' }).address
}

module.exports = { addressOf, isLoopback, listSockets, portsOf, LOOPBACK }
