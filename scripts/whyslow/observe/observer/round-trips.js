'use strict'

/** @import { Foreign, Link, OnCall, Peer } from '../../types' */

// The round trips on the outbound sockets: writes without an answer between them are one.

const { addCounts, now } = require('./intervals')
const { addressOf, adopt, links, track, BY_METHODS } = require('./links')
const { _normalizeArgs: normalizeArgs } = /** @type {Foreign} */ (require('node:net'))
const { countInProgress } = require('./requests')
const { sendTrace } = require('./traces')
const { isBeforeLook, noteWait } = require('./waits')

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
  if ((link.isAwaited || link.isOneWay) && !noteRead(socket, link)) return
  if (link.isAwaited) endTrip(link)
  countsOf(link.peer).trips++
  link.began = now()
  link.isAwaited = true
  inProgress++
  counts.tripsAtOnce = Math.max(counts.tripsAtOnce, inProgress)
  sendTrace('round trip', link.peer)
}

/** @type {OnCall} */
function onData (socket, [data]) {
  const link = links.get(socket)
  if (!data || !link) return
  const { began, dataAt, isAwaited } = link
  link.read += data.length
  link.dataAt = now()
  link.isOneWay = false
  if (isAwaited) return endTrip(link)
  if (!countInProgress()) return // a job that a queue sends
  if (isBeforeLook(dataAt)) noteWait('round trip', began) // its end
}

/** @param {Foreign} socket */
function onDestroy (socket) {
  const link = links.get(socket)
  if (link?.isAwaited) endTrip(link)
  links.delete(socket)
}

function awaitedPeers () {
  /** @type {Record<string, Peer>} */
  const peers = {}
  for (const { peer, isAwaited } of links.values()) {
    if (isAwaited) peers[peer] = { trips: 0, connects: 0 }
  }
  return peers
}

/** @param {string} peer */
function countsOf (peer) {
  const { peers } = counts
  peers[peer] ??= { trips: 0, connects: 0 }
  return peers[peer]
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
