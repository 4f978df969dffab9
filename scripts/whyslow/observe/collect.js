'use strict'

const { setTimeout: sleep } = require('node:timers/promises')
const { abortable } = require('../util/abortable')
const { searchConnections } = require('./connections')

/** @import { Ask, Interval } from '../types' */

/**
 * Reads what happens in a process while something is done to it, or until a time is over.
 * @param {Ask} ask
 * @param {Promise<unknown>} work
 * @param {object} options
 * @param {number} options.beat ms between two readings
 * @param {() => unknown} [options.onBeat] is called after each but the last
 * @param {number} [options.pid] of the process; without it, connections of native code are unseen
 * @param {AbortSignal} [options.signal]
 * @returns {Promise<Interval[]>}
 */
async function readDuring (ask, work, { beat, onBeat, pid, signal }) {
  const intervals = []
  const search = searchConnections(ask, pid)
  const over = work.then(() => true)
  for (;;) {
    const isOver = await abortable(Promise.race([sleep(beat), over]), signal)
    const hidden = await search()
    const interval = await ask('read')
    interval.unseen.push(...hidden)
    intervals.push(interval)
    if (isOver) return intervals
    await onBeat?.()
  }
}

module.exports = { readDuring }
