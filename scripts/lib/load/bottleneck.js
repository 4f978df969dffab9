'use strict'

/** @import { Result, Usage } from '../server/types' */

const { number } = require('../cli/format')

const SATURATED = 0.85 // share of its time that a process must be busy to count as the bottleneck
const LIMITS = {
  server: 'the server was busy nearly all the time and could not answer more',
  generator: 'the server could answer more; compare the CPU time per request'
}

/** @param {Usage} usage @returns {number} share of the time; above 1 with other busy threads */
function busyShare ({ cpu, elu }) {
  return Math.max(cpu, elu) // a process that waits for a core has work, but uses little CPU time
}

/**
 * Names the busier side if it was busy nearly all the time.
 * @param {Usage} server
 * @param {Usage} generator
 * @returns {Result['bottleneck']} if it is the generator, the req/s are a lower bound
 */
function bottleneck (server, generator) {
  const serving = busyShare(server)
  const generating = busyShare(generator)
  if (Math.max(serving, generating) < SATURATED) return 'neither'
  return serving >= generating ? 'server' : 'generator'
}

/** @param {Result} result @returns {string} without a full stop */
function explainBottleneck ({ bottleneck, load }) {
  if (bottleneck !== 'neither') return LIMITS[bottleneck]
  if (load.rate) {
    return `the load asked for ${number(load.rate)} req/s, and both sides had time left`
  }
  return 'both sides waited: for a timer, a disk or a backend, or for a core'
}

module.exports = { bottleneck, busyShare, explainBottleneck }
