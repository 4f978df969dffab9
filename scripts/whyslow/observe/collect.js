'use strict'

const fs = require('node:fs')
const { setTimeout: sleep } = require('node:timers/promises')
const { listSockets } = require('../attach/ports')
const { abortable } = require('../util/abortable')

/** @import { Ask, Interval } from '../types' */

const SEARCH_BEAT = 2000 // ms between two searches
const MOST_SHARE = 0.02 // of the time
const OF = 'of native code'

/**
 * Reads what happens in a process while something is done to it, or until a time is over.
 * @param {Ask} ask
 * @param {Promise<unknown>} work
 * @param {object} options
 * @param {number} options.beat ms between two readings
 * @param {Interval[]} [options.intervals] gets each of them: they are known also if it fails
 * @param {() => unknown} [options.onBeat] is called after each but the last
 * @param {number} [options.pid] of the process; without it, connections of native code are unseen
 * @param {AbortSignal} [options.signal]
 * @returns {Promise<Interval[]>}
 */
async function readDuring (ask, work, { beat, intervals = [], onBeat, pid, signal }) {
  let hidden = []
  let nextSearch = 0
  const over = work.then(() => true)
  for (;;) {
    const isOver = await abortable(Promise.race([sleep(beat), over]), signal)
    const start = Date.now()
    if (start >= nextSearch) {
      hidden = await describeHidden(ask, pid)
      nextSearch = start + Math.max(SEARCH_BEAT, (Date.now() - start) / MOST_SHARE)
    }
    const interval = await ask('read')
    interval.unseen.push(...hidden)
    intervals.push(interval)
    if (isOver) return intervals
    await onBeat?.()
  }
}

// Says which outbound connections the observer does not know: those of native code, and of worker
// threads. Linux lists them, which costs the process nothing.
async function describeHidden (ask, pid) {
  const known = await ask('ports')
  if (!fs.existsSync(`/proc/${pid}/net/tcp`)) return [`connections ${OF}`] // nothing lists them
  const hidden = listHidden(pid, known)
  if (!hidden.length) return []
  // Those that were opened meanwhile are known, or closed.
  const still = listHidden(pid, await ask('ports'))
  const count = hidden.filter((port) => still.includes(port)).length
  if (!count) return []
  return [count === 1 ? `1 connection ${OF}` : `${count} connections ${OF}`]
}

// Connections from clients have a port on which a process listens: that of a cluster's workers is
// the primary. Node.js does not list the idle ones of a pool: those that it knows have the same
// remote end.
/** @returns {number[]} local ports */
function listHidden (pid, known) {
  const listening = new Set()
  const remotes = new Set()
  const own = []
  for (const socket of listSockets(pid)) {
    if (socket.isListening) listening.add(socket.port)
    else if (socket.isOwn) own.push(socket)
  }
  for (const { port, remote } of own) if (known.includes(port)) remotes.add(remote)
  const hidden = own.filter(({ port, remote }) => !listening.has(port) && !remotes.has(remote))
  return hidden.map(({ port }) => port)
}

module.exports = { readDuring }
