'use strict'

/** @import { Foreign, Link } from '../../types' */

// The outbound sockets, also those of before, and the names of what they connect to.

const { unseen } = require('./calls')
const { addState, now } = require('./intervals')
const { Socket } = /** @type {Foreign} */ (require('node:net'))

const PEERS = 100 // by name
const SHARED = { others: 2, trips: 0.2 } // writes before an answer, in this share of the trips
const STDERR = 2
const BY_METHODS = Infinity // bytes that were written

/** @type {Map<Foreign, Link>} */
const links = new Map()
/** @type {Set<string>} */
const peers = new Set() // names

/** @param {unknown} host @param {number} port */
function addressOf (host, port) {
  return String(host).includes(':') ? `[${host}]:${port}` : `${host}:${port}`
}

/** @param {Foreign} socket @param {string} name of its peer @param {number} [read] bytes */
function track (socket, name, read = 0) {
  const written = bytesWrittenBy(socket)
  const isNamed = peers.has(name) || peers.size < PEERS
  const peer = isNamed ? name : 'other peers'
  peers.add(peer)
  const link = {
    peer,
    began: now(),
    isAwaited: false,
    isOneWay: written > 0 && !read, // a log, until it is answered
    by: 0,
    trips: 0,
    others: 0,
    sharedTrips: 0,
    read,
    written,
    dataAt: 0
  }
  links.set(socket, link)
  return link
}

// Node.js throws in the middle of a write, where this may interrupt the program.
/** @param {Foreign} socket @returns {number} */
function bytesWrittenBy (socket) {
  try {
    return socket.bytesWritten ?? 0
  } catch {
    return 0
  }
}

// A connection of before, or TLS on one. Those from clients have a `server`, pipes no port.
/** @param {Foreign} socket */
function adopt (socket) {
  if (socket.server) return
  const { _host, _parent, bytesRead, remoteAddress, remotePort } = socket
  if (!remotePort) return
  const parent = links.get(_parent)
  const name = parent?.peer ?? addressOf(_host ?? remoteAddress, remotePort)
  return track(socket, name, bytesRead)
}

// The connections of before that do something: Node.js lists no idle ones.
/** @param {Foreign[]} handles that are open */
function adoptOpen (handles) {
  const pipes = new Set(handles.flatMap(({ stdio = [] }) => stdio)) // of child processes
  for (const handle of handles) {
    if (!(handle instanceof Socket) || links.has(handle) || pipes.has(handle)) continue
    const { _handle, bytesRead, connecting, server } = handle
    if (adopt(handle) || connecting || server) continue
    if (_handle?.fd > STDERR) track(handle, 'UNIX socket', bytesRead)
  }
}

/** @returns {number[]} the local ones of the connections */
function listPorts () {
  const known = new Set()
  for (const [socket, { written }] of links) {
    if (written === BY_METHODS) known.add(socket.localPort)
  }
  for (const [socket, { written }] of links) {
    const { localPort } = socket
    const hasWritten = bytesWrittenBy(socket) > written
    if (hasWritten && !known.has(localPort)) unseen.add('HTTP/2')
    known.add(localPort)
  }
  return Array.from(known)
}

// The socket for which most bytes wait.
function findUnsent () {
  let unsent = { peer: '', bytes: 0 }
  for (const [{ writableLength: bytes = 0 }, { peer }] of links) {
    if (bytes > unsent.bytes) unsent = { peer, bytes }
  }
  return unsent
}

function countByPeer () {
  /** @type {Record<string, number>} */
  const connected = {}
  for (const { peer } of links.values()) connected[peer] = (connected[peer] ?? 0) + 1
  return connected
}

// Does it have several calls in progress, as a pipeline has? A call may write more than once.
/** @param {Link} link */
function isShared ({ sharedTrips, trips }) {
  return sharedTrips > trips * SHARED.trips
}

// Another callback writes to it before an answer has come.
/** @param {Link} link */
function noteOther (link) {
  link.others++
  if (link.others === SHARED.others) link.sharedTrips++
}

function forget () {
  links.clear()
  peers.clear()
}

addState(() => ({ unsent: findUnsent(), connected: countByPeer() }))

module.exports = {
  addressOf, adopt, adoptOpen, forget, isShared, links, listPorts, noteOther, track, BY_METHODS
}
