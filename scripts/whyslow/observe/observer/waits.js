'use strict'

// What the requests in progress wait for, by looks at irregular times.

const { readdirSync } = require('node:fs')
const process = require('node:process')
const { children, endOldChildren } = require('./calls')
const { addCounts, now } = require('./intervals')
const { links } = require('./links')
const { countInProgress, listRequests, servesHttp } = require('./requests')
const { readText } = require('./resources')

const LOOK_SHARE = 0.02 // of the time, at most
const THREADS = '/proc/self/task'
const IDLE = /^((202|98|240) .*)?$/s // in the system call futex, or not known

const counts = addCounts(() => ({ waits: { moments: 0, outside: 0, kinds: {} } }))
let look = { time: 0, oldest: Infinity, kinds: new Set(), waits: counts.waits } // the last one
let nextLook = 0
/** @type {string[]} */
let poolThreads = [] // ids: these threads have a name from Node.js 22 on

/** @param {number} time @param {number} ownCalls file calls of the observer in progress */
function lookAtWaits (time, ownCalls) {
  if ((servesHttp() && !countInProgress()) || time < nextLook) return
  const requests = listRequests()
  let oldest = requests.length ? Infinity : 0
  for (const { began } of requests) oldest = Math.min(oldest, began)
  look = { time, oldest, kinds: new Set(), waits: counts.waits }
  look.waits.moments++
  for (const [{ connecting, secureConnecting }, { began, isAwaited }] of links) {
    if (isAwaited) noteWait('round trip', began)
    if (connecting || secureConnecting) noteWait('connection', began)
  }
  endOldChildren()
  for (const began of children.values()) noteWait('child', began)
  for (const { response: { req, writableLength } } of requests) {
    if (writableLength) noteWait('sending')
    if (req?.complete === false) noteWait('receiving')
  }
  lookAtResources(ownCalls)
  nextLook = time + (now() - time) / LOOK_SHARE
}

/** @param {number} own file calls */
function lookAtResources (own) {
  for (const name of process.getActiveResourcesInfo()) {
    if (name === 'GetAddrInfoReqWrap') noteWait('lookup')
    if (name.startsWith('FSReq') && own-- <= 0) noteWait('file')
  }
  if (!look.kinds.size && isPoolAtWork()) noteWait('thread pool')
}

// They start when they are first needed.
function findPoolThreads () {
  try {
    poolThreads = readdirSync(THREADS).filter((id) =>
      readText(`${THREADS}/${id}/comm`) === 'libuv-worker\n')
  } catch {} // not on Linux, or no descriptor is free
}

// Its jobs are in no list of Node.js: from 26 on, not even readFile.
function isPoolAtWork () {
  return poolThreads.some((id) => !IDLE.test(readText(`${THREADS}/${id}/syscall`)))
}

// What began before the oldest request is none of its: a subscription, a long poll.
/** @param {string} kind @param {number} [began] */
function noteWait (kind, began = Infinity) {
  const { kinds, oldest, waits } = look
  if (began < oldest || kinds.has(kind)) return
  if (!kinds.size) waits.outside++
  kinds.add(kind)
  waits.kinds[kind] = (waits.kinds[kind] ?? 0) + 1
}

/** @param {number} time */
function isBeforeLook (time) {
  return time < look.time
}

module.exports = { findPoolThreads, isBeforeLook, lookAtWaits, noteWait }
