'use strict'

const fs = require('node:fs')
const { setTimeout: sleep } = require('node:timers/promises')
const { listSockets } = require('../attach/ports')
const { abortable } = require('../util/abortable')
const { sum } = require('../util/numbers')

/** @import { Ask, Evidence, Interval, Phase, ReadOptions, Watched } from '../types' */

const BEAT = 500 // ms between two readings of a watch
const SEARCH_BEAT = 2000 // ms between two searches
const MOST_SHARE = 0.02 // of the time
const OF = 'of native code'

/**
 * Reads what happens in a process while something is done to it, or until a time is over.
 * @param {Ask} ask
 * @param {Promise<unknown>} work
 * @param {ReadOptions} options
 * @returns {Promise<Interval[]>}
 */
async function readDuring (ask, work, { beat, intervals = [], onBeat, pid, signal }) {
  /** @type {string[]} */
  let hidden = []
  let nextSearch = 0
  const over = work.then(() => true)
  for (;;) {
    const isOver = await abortable(Promise.race([sleep(beat), over]), signal)
    const began = Date.now()
    if (began >= nextSearch) {
      hidden = await describeHidden(ask, pid)
      nextSearch = began + Math.max(SEARCH_BEAT, (Date.now() - began) / MOST_SHARE)
    }
    const interval = await ask('read')
    interval.unseen.push(...hidden)
    intervals.push(interval)
    if (isOver) return intervals
    await onBeat?.()
  }
}

/**
 * Reads what happens in a process that is watched.
 * @param {Watched} watched
 * @param {number} time ms
 * @param {Phase} phase
 */
async function readFor (watched, time, { intervals }) {
  const { ask, known: { running: { pid } }, onProgress, planned, stop } = watched
  const waits = sleep(time, null, { ref: false }) // it may end before
  await readDuring(ask, waits, { beat: BEAT, intervals, onBeat, pid, signal: stop })

  function onBeat () {
    onProgress?.(Math.min(1, timeOf(watched.evidence) / planned))
  }
}

/** @param {Evidence} evidence @returns {number} s of watching */
function timeOf (evidence) {
  return sum(intervalsOf(evidence).map(({ time }) => time)) / 1000
}

/** @param {Evidence} evidence */
function intervalsOf ({ phases }) {
  return phases.flatMap(({ intervals }) => intervals)
}

// Says which outbound connections the observer does not know: those of native code, and of worker
// threads. Linux lists them, which costs the process nothing. What is opened or closed meanwhile is
// not in both lists.
/** @param {Ask} ask */
async function describeHidden (ask, pid = 0) {
  const before = listHidden(pid, [])
  const known = await ask('ports')
  if (!fs.existsSync(`/proc/${pid}/net/tcp`)) return [`connections ${OF}`] // nothing lists them
  const { length } = listHidden(pid, known).filter((port) => before.includes(port))
  if (!length) return []
  return [length === 1 ? `1 connection ${OF}` : `${length} connections ${OF}`]
}

// Connections from clients have a port on which a process listens: that of a cluster's workers is
// the primary. Node.js does not list the idle ones of a pool: those that it knows have the same
// remote end.
/** @param {number} pid @param {number[]} known @returns {number[]} local ports */
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

module.exports = { intervalsOf, readDuring, readFor, timeOf }
