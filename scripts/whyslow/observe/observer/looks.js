'use strict'

/** @import { Link, Look, RequestInProgress } from '../../types' */

// What is in progress at a moment: requests, and what they may wait for. The means of such counts
// divide the time of a request, also of one that has not ended (Little's law).

const { readdirSync } = require('node:fs')
const process = require('node:process')
const { children, endOldChildren } = require('./calls')
const { addCounts, isDisturbed, now } = require('./intervals')
const { isShared, links } = require('./links')
const { countBefore, listRequests, servesHttp } = require('./requests')
const { readText } = require('./resources')

const LOOK_SHARE = 0.01 // of the time, at most
const THREADS = '/proc/self/task'
const SOCKETS = ['TCPSocketWrap', 'PipeWrap']
const IDLE = /^((202|98|240) .*)?$/s // in the system call futex, or not known

const counts = addCounts(() => ({ looks: [] }))
/** @type {Look|undefined} */
let look // the last one: an answer that goes on adds to it, so it is complete at the next
let nextLook = 0
/** @type {string[]} */
let poolThreads = [] // ids: these threads have a name from Node.js 22 on

/**
 * @param {number} time
 * @param {number} late ms
 * @param {number} ownCalls file calls of the observer in progress
 */
function takeLook (time, late, ownCalls) {
  if (look && !isDisturbed(look.time)) counts.looks?.push(look)
  look = undefined
  if (time < nextLook) return
  const requests = listRequests()
  let oldest = requests.length ? Infinity : 0
  for (const { began } of requests) oldest = Math.min(oldest, began)
  const active = process.getActiveResourcesInfo()
  const sockets = active.filter((name) => SOCKETS.includes(name)).length
  look = {
    time,
    late,
    oldest,
    connections: Math.max(0, sockets - links.size),
    requests: servesHttp() ? requests.length : 1,
    before: countBefore(),
    clients: 0,
    open: {},
    connecting: {},
    others: {}
  }
  if (look.requests) lookAround(look, requests, active, ownCalls)
  nextLook = time + (now() - time) / LOOK_SHARE
}

// What began before the oldest request is none of its: a subscription, a long poll.
/**
 * @param {Look} look
 * @param {RequestInProgress[]} requests
 * @param {string[]} active names of handles and requests
 * @param {number} ownCalls
 */
function lookAround (look, requests, active, ownCalls) {
  for (const [{ connecting, secureConnecting }, link] of links) {
    const { began, isAwaited, peer } = link
    if (isAwaited && isShared(link)) look.shared = peer // how many wait there cannot be told
    if (began < look.oldest) continue
    if (connecting || secureConnecting) add(look.connecting, peer)
    else if (isAwaited) add(look.open, peer)
  }
  endOldChildren()
  for (const began of children.values()) if (began >= look.oldest) add(look.others, 'child')
  for (const { response: { headersSent, req } } of requests) {
    if (headersSent || req?.complete === false) look.clients++
  }
  for (const name of active) {
    if (name === 'GetAddrInfoReqWrap') add(look.others, 'lookup')
    if (name.startsWith('FSReq') && ownCalls-- <= 0) add(look.others, 'file')
  }
  if (!look.others.file) add(look.others, 'thread pool', countPoolThreads())
}

/** @param {Record<string, number>} group @param {string} name */
function add (group, name, count = 1) {
  if (count) group[name] = (group[name] ?? 0) + count
}

// An answer goes on that had begun before the last look: it was open then.
/** @param {Link} link @param {number} dataAt ms: the data before */
function noteRest ({ began, peer }, dataAt) {
  if (!look?.requests || !dataAt || dataAt >= look.time || began < look.oldest) return
  add(look.open, peer)
}

// They start when they are first needed.
function findPoolThreads () {
  try {
    poolThreads = readdirSync(THREADS).filter((id) =>
      readText(`${THREADS}/${id}/comm`) === 'libuv-worker\n')
  } catch {} // not on Linux, or no descriptor is free
}

// Their jobs are in no list of Node.js: from 26 on, not even readFile.
function countPoolThreads () {
  let count = 0
  for (const id of poolThreads) {
    if (!IDLE.test(readText(`${THREADS}/${id}/syscall`))) count++
  }
  return count
}

function forget () {
  look = undefined
}

module.exports = { findPoolThreads, forget, noteRest, takeLook }
