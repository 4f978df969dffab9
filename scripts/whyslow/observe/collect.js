'use strict'

const { setTimeout: sleep } = require('node:timers/promises')
const { abortable } = require('../util/abortable')

/** @import { Ask, Interval } from '../types' */

/**
 * Reads what happens in a process while something is done to it, or until a time is over.
 * @param {Ask} ask
 * @param {Promise<unknown>} work
 * @param {object} options
 * @param {number} options.beat ms between two readings
 * @param {() => unknown} [options.onBeat] is called after each but the last
 * @param {AbortSignal} [options.signal]
 * @returns {Promise<Interval[]>}
 */
async function readDuring (ask, work, { beat, onBeat, signal }) {
  const intervals = []
  const over = work.then(() => true)
  for (;;) {
    const isOver = await abortable(Promise.race([sleep(beat), over]), signal)
    intervals.push(await ask('read'))
    if (isOver) return intervals
    await onBeat?.()
  }
}

module.exports = { readDuring }
