'use strict'

// Where the time of a request goes. The mean count of what is in progress is its rate × its time
// (Little, "A Proof for the Queuing Formula: L = λW", Operations Research 9, 1961). So the means
// of what was counted at many moments divide the time of a request, also of one that has not ended.

const { mean, median, sum } = require('../util/numbers')

/** @import { Account, AccountPart, Counted, CountedPeer, Interval, Look } from '../types' */
/** @import { PeerCalls } from '../types' */

const FEW = 20 // looks with requests: fewer say nothing
const OWN_DELAY = 1 // ms that a timer of an idle event loop is late
const MANY = 10 // requests
const FULL = 0.8 // of the most calls at once, as a mean: a peer is used up to a limit
const WINDOW = 10 // looks: so long a limit stays, unless its connections get lost
const OFTEN = 0.5 // calls per request: others are not what all requests wait for
const THREADS = 0.4 // cores that other threads use

/**
 * Divides the time of a request.
 * @param {Interval[]} intervals with the same load
 * @param {Interval[]} [plain] those of them without a profiler, which makes an idle loop look busy
 * @returns {Account|undefined} undefined if requests were seen too seldom
 */
function readAccount (intervals, plain = intervals) {
  const all = intervals.flatMap(({ looks }) => looks)
  // While requests from before are in progress, nobody knows what they wait for.
  const known = all.filter(({ before }) => !before)
  const looks = countBusy(known) < FEW ? all : known
  if (countBusy(looks) < FEW) return undefined
  const total = totalOf(intervals)
  const { isServer } = total
  const elu = utilisationOf(plain)
  const late = mean(looks.map(delayOf))
  const counted = countAll(looks)
  const peers = peersOf(intervals, counted)

  // A request waits for the event loop before it is seen, one on each connection, and again when
  // an answer has come.
  const rate = total.served / total.time
  const arriving = mean(looks.map((look) => Math.min(rate * delayOf(look), look.connections)))
  let loop = arriving
  for (const peer of peers) {
    const waits = Math.min(peer.waiting, peer.trips / total.time * late)
    peer.waiting -= waits
    loop += waits
  }
  const threadCores = total.cpuTime / total.time - elu
  const threads = threadCores >= THREADS ? Math.min(counted.inside, threadCores) : 0
  const computing = isServer ? elu : Math.min(elu, counted.inside)
  const whole = isServer ? counted.requests + arriving + elu : counted.requests
  const inAll = mean(all.map(({ requests, before }) => isServer ? requests + before : requests))
  const oldest = Math.max(...looks.map(ageOf))
  let unit = oldest / whole // ms of a request for a mean count of 1
  if (total.served) unit = inAll / counted.requests * total.time / total.served
  // Those that have ended tell it exactly, unless others take much longer.
  const endedMs = total.serviceTime / total.ended
  if (total.ended >= MANY && oldest < 2 * endedMs) unit = endedMs / (counted.requests + elu)
  const timeOf = (/** @type {number} */ count) => count * unit
  const windows = looks.length / WINDOW
  const calls = peers.map((peer) => describePeer(peer, { total, timeOf, windows }))
  calls.sort((a, b) => b.ms - a.ms)
  const pool = calls.find((peer) => isFull(peer, counted.requests))
  const counts = {
    computing,
    loop,
    calls: sum(peers.map(({ waiting, shared }) => waiting + shared)),
    clients: counted.clients,
    files: counted.files,
    lookups: counted.lookups,
    children: counted.children,
    threads,
    inside: counted.inside - threads - (isServer ? 0 : computing)
  }
  const parts = /** @type {AccountPart[]} */ (Object.entries(counts).map(([part, count]) =>
    ({ part, ms: timeOf(count), share: count / whole })))
  parts.sort((a, b) => b.share - a.share)
  return {
    isServer,
    requestMs: timeOf(whole),
    isLeast: isServer && !total.served,
    inProgress: median(looks.map(({ requests }) => requests)) ?? 0,
    parts,
    calls,
    pool: pool?.peer,
    looks: looks.length
  }
}

/** @param {Look[]} looks */
function countBusy (looks) {
  return looks.filter(({ requests }) => requests).length
}

/** @param {Look} look @returns {number} ms for which the event loop did something else */
function delayOf ({ late }) {
  return Math.max(0, late - OWN_DELAY)
}

/** @param {Look} look @returns {number} ms of the oldest request */
function ageOf ({ oldest, requests, time }) {
  return requests && oldest ? time - oldest : 0
}

/** @param {Interval[]} intervals */
function totalOf (intervals) {
  const { isServer } = intervals[intervals.length - 1]
  const total = { isServer, served: 0, ended: 0, serviceTime: 0, time: 0, cpuTime: 0 }
  for (const { answered, cpuTime, ended, gcTime, served, serviceTime, time } of intervals) {
    if (isServer) total.served += (served + answered) / 2
    total.ended += ended
    total.serviceTime += serviceTime
    total.time += time
    total.cpuTime += Math.max(0, cpuTime - gcTime)
  }
  return total
}

/** @param {Interval[]} intervals */
function utilisationOf (intervals) {
  const active = sum(intervals.map(({ loop }) => loop.active))
  return active / (active + sum(intervals.map(({ loop }) => loop.idle)))
}

// A request waits for one thing at a time, as far as can be told: what is in progress at once
// shares its time.
/** @param {Look[]} looks @returns {Counted} means */
function countAll (looks) {
  /** @type {Counted} */
  const counted = {
    requests: 0, clients: 0, files: 0, lookups: 0, children: 0, inside: 0, peers: new Map()
  }
  for (const [i, look] of looks.entries()) {
    const { clients, connecting, open, others, requests, shared } = look
    const files = Math.max(others.file ?? 0, others['thread pool'] ?? 0)
    const lookups = others.lookup ?? 0
    const children = others.child ?? 0
    const inCalls = sum([...Object.values(open), ...Object.values(connecting)])
    const outside = clients + files + lookups + children + inCalls
    const share = 1 / looks.length
    const scale = outside ? share * Math.min(1, requests / outside) : 0
    counted.requests += requests * share
    counted.clients += clients * scale
    counted.files += files * scale
    counted.lookups += lookups * scale
    counted.children += children * scale
    for (const name of new Set([...Object.keys(open), ...Object.keys(connecting)])) {
      const peer = peerOf(counted.peers, name)
      const count = (open[name] ?? 0) + (connecting[name] ?? 0)
      peer.open += count * share
      peer.connecting += (connecting[name] ?? 0) * share
      const at = Math.floor(i / WINDOW)
      peer.most[at] = Math.max(peer.most[at] ?? 0, count)
      peer.waiting += count * scale
    }
    const rest = Math.max(0, requests - outside) * share
    if (shared) peerOf(counted.peers, shared).shared += rest
    else counted.inside += rest
  }
  return counted
}

/** @param {Counted['peers']} peers @param {string} name */
function peerOf (peers, name) {
  /** @type {CountedPeer} */
  const none = {
    peer: name,
    trips: 0,
    others: 0,
    connects: 0,
    failures: {},
    open: 0,
    connecting: 0,
    most: [],
    waiting: 0,
    shared: 0
  }
  const peer = peers.get(name) ?? none
  peers.set(name, peer)
  return peer
}

/** @param {Interval[]} intervals @param {Counted} counted */
function peersOf (intervals, counted) {
  for (const { peers } of intervals) {
    for (const [name, { trips, others, connects, failures }] of Object.entries(peers)) {
      const peer = peerOf(counted.peers, name)
      peer.trips += trips
      peer.others += others
      peer.connects += connects
      for (const [code, count] of Object.entries(failures)) {
        peer.failures[code] = (peer.failures[code] ?? 0) + count
      }
    }
  }
  return Array.from(counted.peers.values())
}

/**
 * @param {CountedPeer} peer
 * @param {{ total: ReturnType<typeof totalOf>, timeOf: (count: number) => number,
 *   windows: number }} account
 * @returns {PeerCalls}
 */
function describePeer (peer, { total, timeOf, windows }) {
  const { failures, open, connecting, most, waiting, shared } = peer
  const isShared = shared > 0
  const trips = isShared ? peer.trips + peer.others : peer.trips
  const perRequest = total.served ? trips / total.served : 0
  const ownMs = timeOf(waiting + shared)
  const openMs = trips ? (open - connecting) * total.time / trips : 0
  return {
    peer: peer.peer,
    perRequest,
    perSecond: trips / total.time * 1000,
    eachMs: isShared && perRequest ? ownMs / perRequest : openMs,
    open,
    mostOpen: Math.max(0, ...most.filter(Boolean)),
    lastMost: most.at(-1) ?? 0,
    fullness: open * windows / Math.max(open, sum(most.filter(Boolean))),
    isConnecting: connecting > open / 2,
    isShared,
    failed: sum(Object.values(failures)),
    failures,
    ms: ownMs
  }
}

// A limit is reached, and most of the requests that need the peer wait for their turn.
/** @param {PeerCalls} peer @param {number} requests */
function isFull ({ fullness, isShared, lastMost, perRequest }, requests) {
  return !isShared && perRequest >= OFTEN && fullness >= FULL && lastMost < requests / 2
}

module.exports = { readAccount, THREADS }
