'use strict'

/** @import { Foreign, Link, OnCall, Peer } from '../../types' */

// The round trips on the outbound sockets: writes without an answer between them are one.

const { executionAsyncId } = require('node:async_hooks')
const { addCounts, now } = require('./intervals')
const {
  addressOf, adopt, isShared, links, noteOther, track, BY_METHODS
} = require('./links')
const { noteRest } = require('./looks')
const { _normalizeArgs: normalizeArgs } = /** @type {Foreign} */ (require('node:net'))
const { countInProgress } = require('./requests')
const { sendTrace } = require('./traces')

const MANY_BYTES = 65_536 // that wait to be sent: the program does not
const TRIP_LIMIT = 30_000 // ms: what is not answered until then never is

let inProgress = 0
const counts = addCounts(() => ({ peers: awaitedPeers(), tripsAtOnce: inProgress }))

/** @type {OnCall} */
function onConnect (socket, args) {
  onDestroy(socket)
  const [first] = args // of net.connect, it is all of them
  const [options] = Array.isArray(first) ? first : normalizeArgs(args)
  const { host = 'localhost', path, port } = options
  const { peer } = track(socket, path?.replace('\0', '@') ?? addressOf(host, port))
  countsOf(peer).connects++
  sendTrace('connection', peer)
}

/** @type {OnCall} */
function onWrite (socket, [data]) {
  if (!data?.length || typeof data === 'function') return
  const link = links.get(socket) ?? adopt(socket)
  if (!link) return
  link.written = BY_METHODS
  if (socket.writableLength > MANY_BYTES) sendTrace('write', link.peer)
  const by = executionAsyncId()
  if ((link.isAwaited || link.isOneWay) && !noteRead(socket, link)) {
    if (link.isAwaited && by !== link.by && !socket._httpMessage) onOther(link)
    return
  }
  if (link.isAwaited) endTrip(link)
  countsOf(link.peer).trips++
  link.began = now()
  link.by = by
  link.trips++
  link.others = 0
  link.isAwaited = true
  inProgress++
  counts.tripsAtOnce = Math.max(counts.tripsAtOnce, inProgress)
  sendTrace('round trip', link.peer)
}

// It is one more call if calls share the connection.
/** @param {Link} link */
function onOther (link) {
  noteOther(link)
  countsOf(link.peer).others++
  if (isShared(link)) sendTrace('round trip', link.peer)
}

/** @type {OnCall} */
function onData (socket, [data]) {
  const link = links.get(socket)
  if (!data || !link) return
  const { dataAt, isAwaited } = link
  link.read += data.length
  link.dataAt = now()
  link.isOneWay = false
  if (isAwaited) return endTrip(link)
  if (countInProgress()) noteRest(link, dataAt) // otherwise, it is a job that a queue sends
}

/** @param {Foreign} socket @param {[Foreign?]} [args] */
function onDestroy (socket, [error] = []) {
  const link = links.get(socket)
  if (!link) return
  // An idle connection that ends is no failure, such as after a time-out of keep-alive.
  const isUsed = link.isAwaited || !link.trips
  if (error?.code && isUsed) countFailure(link.peer, String(error.code))
  if (link.isAwaited) endTrip(link)
  links.delete(socket)
}

/** @param {string} peer @param {string} code such as ECONNREFUSED */
function countFailure (peer, code) {
  const { failures } = countsOf(peer)
  failures[code] = (failures[code] ?? 0) + 1
}

function awaitedPeers () {
  /** @type {Record<string, Peer>} */
  const peers = {}
  for (const { peer, isAwaited } of links.values()) {
    if (isAwaited) peers[peer] = noCalls()
  }
  return peers
}

/** @param {string} peer */
function countsOf (peer) {
  const { peers } = counts
  peers[peer] ??= noCalls()
  return peers[peer]
}

/** @returns {Peer} */
function noCalls () {
  return { trips: 0, others: 0, connects: 0, failures: {} }
}

// Says whether data have come without a push: that is the option `onread`.
/** @param {Foreign} socket @param {Link} link */
function noteRead ({ bytesRead }, link) {
  const isMore = bytesRead > link.read
  link.read = bytesRead
  return isMore
}

/** @param {Link} link */
function endTrip (link) {
  link.isAwaited = false
  inProgress--
}

/** Ends the round trips that have an answer, or never get one. */
function endOldTrips () {
  const oldest = now() - TRIP_LIMIT
  for (const [socket, link] of links) {
    link.isOneWay ||= link.isAwaited && link.began < oldest
    if (link.isAwaited && (link.isOneWay || noteRead(socket, link))) endTrip(link)
  }
}

function forget () {
  inProgress = 0
}

module.exports = { endOldTrips, forget, onConnect, onData, onDestroy, onWrite }
