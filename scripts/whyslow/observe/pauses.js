'use strict'

// What a watch does may walk the whole heap, and nothing else runs in the process meanwhile. How
// long that takes is foreseen, so that all pauses together are short unless the user asks for more.

const { intervalsOf } = require('./collect')

/** @import { Evidence, PauseCause, Watched } from '../types' */

const MOST = 250 // ms for which a watch may pause a process unasked
/**
 * ms for each MB of heap, with small objects, large ones, closures and strings, on Node.js 20 and
 * 26, beside four other processes on two cores: nineteen of twenty took less. On a quiet machine,
 * all took less than 2.1, 0.8 and 1.9.
 * @type {Record<PauseCause, number>}
 */
const COSTS = {
  cpu: 6, // Profiler.start lists all functions
  allocations: 3, // HeapProfiler.stopSampling collects garbage
  debugger: 4 // Debugger.enable finds all functions
}

/**
 * Foresees a pause.
 * @param {PauseCause} cause
 * @param {number} heap bytes in use
 * @returns {number} ms that it takes at most
 */
function foreseePause (cause, heap) {
  return COSTS[cause] * heap / 1e6
}

/**
 * Says whether a watch may pause a process unasked.
 * @param {Watched} watched
 * @param {PauseCause} cause
 */
function mayPauseFor ({ evidence, paused }, cause) {
  return paused + foreseePause(cause, heapOf(evidence)) <= MOST
}

/** @param {Evidence} evidence @returns {number} bytes in use at the last reading */
function heapOf (evidence) {
  const [{ heap }] = intervalsOf(evidence).slice(-1)
  return heap
}

module.exports = { foreseePause, heapOf, mayPauseFor }
