'use strict'

// Adds up what was read from a process.

const { sum } = require('../util/numbers')

/** @import { Interval, Peer, Queue } from '../types' */

// States of an interval, not sums.
const LATEST = [
  'heap', 'lowest', 'isServer', 'latency', 'latencyP99', 'fileLimit', 'unsent', 'connected'
]
const MOST = ['tripsAtOnce', 'files', 'longestPause']

/**
 * Adds up.
 * @param {Interval[]} intervals
 * @returns {Interval}
 */
function total (intervals) {
  const result = structuredClone(intervals[0])
  for (const interval of intervals.slice(1)) addUp(result, interval)
  return result
}

/** @param {Record<string, any>} result @param {object} more of any field */
function addUp (result, more) {
  for (const [name, value] of Object.entries(more)) {
    if (Array.isArray(value)) result[name].push(...value)
    else if (LATEST.includes(name)) result[name] = value
    else if (name === 'listeners') result[name] = mostAdded(result[name], value)
    else if (name === 'queue') result[name] = longestOf(result[name], value)
    else if (MOST.includes(name)) result[name] = Math.max(result[name], value)
    else if (typeof value === 'number') result[name] = (result[name] ?? 0) + value
    else addUp(result[name] ??= {}, value)
  }
}

// They are counted since the start.
/** @param {Interval['listeners']} a @param {Interval['listeners']} b */
function mostAdded (a, b) {
  return b && b.added > (a?.added ?? 0) ? b : a
}

/** @param {Queue|undefined} a @param {Queue|undefined} b */
function longestOf (a, b) {
  return b && b.waiting > (a?.waiting ?? 0) ? b : a
}

/** @param {Record<string, Peer>} peers @param {'trips'|'connects'} count */
function sumOf (peers, count) {
  return sum(Object.values(peers).map((peer) => peer[count]))
}

module.exports = { sumOf, total }
