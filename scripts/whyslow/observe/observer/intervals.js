'use strict'

/** @import { Counts, Interval } from '../../types' */

// The clock, and the intervals between two readings. What a module adds to them it says once.

const { performance } = require('node:perf_hooks')
const process = require('node:process')

const { eventLoopUtilization } = performance
const now = performance.now.bind(performance) // ms
/** @type {(() => Partial<Interval>)[]} */
const parts = []
let begun = readProcess()
let countedFrom = 0

function readProcess () {
  return { time: now(), cpu: process.cpuUsage(), loop: eventLoopUtilization() }
}

/** Adds what is true at the moment of a reading. @param {() => Partial<Interval>} state */
function addState (state) {
  parts.push(state)
}

/**
 * Adds counters.
 * @param {() => Partial<Counts>} none gives them as they are when an interval begins
 * @param {() => void} [finish] counts the last bit of an interval
 * @returns {Counts} these, and no others: they are the same object all the time
 */
function addCounts (none, finish) {
  const counts = /** @type {Counts} */ (none())
  parts.push(() => {
    finish?.()
    const taken = { ...counts }
    Object.assign(counts, none())
    return taken
  })
  return counts
}

/** Gives what happened since the last reading, and begins an interval. */
function read () {
  const { user, system } = process.cpuUsage(begun.cpu)
  const { active, idle } = eventLoopUtilization(begun.loop)
  const interval = /** @type {Interval} */ ({
    time: now() - begun.time,
    cpuTime: (user + system) / 1000,
    loop: { active, idle }
  })
  for (const part of parts) Object.assign(interval, part())
  begun = readProcess()
  return interval
}

// This command has stopped everything: what began before does not count.
function disturb () {
  countedFrom = now()
}

/** @param {number} began */
function isDisturbed (began) {
  return began < countedFrom
}

module.exports = { addCounts, addState, disturb, eventLoopUtilization, isDisturbed, now, read }
