'use strict'

// What a reader has to know of a load: who was its limit, and what disturbed it.

/** @import { Measured, Result, Usage } from './types' */

const { number, percent } = require('../cli/format')
const { answerWarnings } = require('./answers')

const DISTURBED = 0.2 // of one core: more CPU time of other programs disturbs a load
const SATURATED = 0.85 // share of its time that a process must be busy to count as the bottleneck
const KEPT_UP = 0.9 // share of a constant rate that is answered in the last second
const LIMITS = {
  server: 'the server was busy nearly all the time and could not answer more',
  generator: 'the server could answer more; compare the CPU time per request'
}

/** @param {Usage} usage @returns {number} share of the time; above 1 with other busy threads */
function busyShare ({ cpu, elu }) {
  return Math.max(cpu, elu) // a process that waits for a core has work, but uses little CPU time
}

/**
 * Names the busier side if it was busy nearly all the time. Under a constant rate, the last second
 * counts: a server that becomes slower has time left at first.
 * @param {Pick<Measured, 'server'|'generator'>} measured
 * @param {number} [rate] req/s
 * @returns {Result['bottleneck']} if it is the generator, the req/s are a lower bound
 */
function bottleneck ({ server, generator }, rate) {
  const { lastSecond = 0 } = server
  const serving = Math.max(busyShare(server), rate ? lastSecond : 0)
  const generating = busyShare(generator)
  if (Math.max(serving, generating) < SATURATED) return 'neither'
  return serving >= generating ? 'server' : 'generator'
}

/** @param {Result} result @returns {string} without a full stop */
function explainBottleneck ({ bottleneck, load, requests, server }) {
  const isLate = load.rate && bottleneck === 'server' && busyShare(server) < SATURATED
  if (isLate) return `at the end, ${LIMITS.server}`
  if (bottleneck !== 'neither') return LIMITS[bottleneck]
  if (!load.rate) return 'both sides waited: for a timer, a disk or a backend, or for a core'
  const asked = `the load asked for ${number(load.rate)} req/s`
  const last = requests.perSecond.at(-1) ?? 0
  if (last >= load.rate * KEPT_UP) return `${asked}, and both sides had time left`
  return `${asked}, and got ${number(last)} answers in the last second`
}

/** @param {Measured} measured with answers @returns {string[]} sentences */
function resultWarnings (measured) {
  const { backgroundCpu } = measured
  const warnings = answerWarnings(measured)
  if (backgroundCpu && backgroundCpu > DISTURBED) {
    const problem = `other programs used ${percent(backgroundCpu)} of a core during the load`
    warnings.unshift(`${problem}. Close them and measure again`)
  }
  return warnings
}

module.exports = {
  bottleneck,
  busyShare,
  explainBottleneck,
  resultWarnings,
  DISTURBED
}
