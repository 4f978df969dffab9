'use strict'

// Which side was the bottleneck of a load: the server, the load generator, or neither.

/** @import { Result, Usage } from './types' */

const { number, percent } = require('../base/format')

const SATURATED = 0.85 // share of its time that a process must be busy to count as the bottleneck

/**
 * Gives the larger of CPU share and event-loop utilisation: a process that waits for a core has
 * work to do but uses little CPU time.
 * @param {Usage} usage
 * @returns {number} share of the time; above 1 if the process has other busy threads
 */
function busyShare ({ cpu, elu }) {
  return Math.max(cpu, elu)
}

/**
 * Names the busier side if it was busy nearly all the time.
 * @param {Usage} server
 * @param {Usage} generator
 * @returns {Result['bottleneck']} If it is the generator, the req/s are a lower bound.
 */
function bottleneck (server, generator) {
  const generating = busyShare(generator)
  const serving = busyShare(server)
  if (Math.max(serving, generating) < SATURATED) return 'neither'
  return serving >= generating ? 'server' : 'generator'
}

/**
 * Explains the bottleneck, without a full stop.
 * @param {Pick<Result, 'bottleneck'|'server'|'generator'|'environment'|'load'>} result
 */
function explainBottleneck ({ bottleneck, server, generator, environment: { cpu }, load }) {
  if (bottleneck === 'server') {
    return 'the server was busy nearly all the time and could not answer more'
  }
  if (bottleneck === 'generator') {
    return 'the server could answer more; compare the CPU time per request'
  }
  if (load.rate) {
    return `the load asked for ${number(load.rate)} req/s, and both sides had time left`
  }
  const used = (server.cpu + generator.cpu) / cpu.count
  if (cpu.count === 1 || used >= SATURATED) {
    const cpus = cpu.count === 1 ? 'one CPU' : `${cpu.count} CPUs`
    return `server and load generator shared ${cpus} and used ${percent(used)} of that: ` +
      'send the load from a second machine'
  }
  return 'both sides mostly waited: the server for something other than CPU, ' +
    'such as a timer, a disk or a backend'
}

module.exports = { bottleneck, busyShare, explainBottleneck }
