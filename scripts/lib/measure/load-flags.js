'use strict'

// The settings of a load as flags of a command.

/** @import { Flag } from '../base/types' */
/** @import { Load } from './types' */

const { UsageError } = require('../base/errors')

/** @type {(min: number, max: number, value: number|undefined, help: string) => Flag} */
function integer (min, max, value, help) {
  return { type: 'integer', min, max, default: value, help }
}

const loadFlags = {
  connections: integer(1, 10_000, 100, 'connections at once'),
  duration: integer(1, 3600, 10, 'seconds of load that are measured'),
  warmup: integer(0, 600, undefined, 'seconds of load before that (1; 0 for slow and for a URL)'),
  pipelining: integer(1, 1000, 1, 'requests on the wire at once, per connection'),
  rate: integer(0, 1_000_000, 0, 'constant req/s in all; 0: without a limit'),
  workers: integer(0, 64, 0, 'threads that send the load; 0: the main thread')
}

/**
 * Reads the settings of a load.
 * @param {Record<string, any>} values of the flags
 * @returns {Omit<Load, 'url'> & {warmup?: number}}
 * @throws {UsageError} On combinations that the load generator would change without a word.
 */
function loadFromFlags ({ connections, duration, warmup, pipelining, rate, workers }) {
  if (workers && connections % workers) {
    const problem = `${connections} connections do not divide into ${workers} workers`
    throw new UsageError(`${problem}: take a multiple of ${workers}`)
  }
  if (rate && rate < connections) {
    const problem = `a rate of ${rate} req/s leaves some of ${connections} connections without`
    throw new UsageError(`${problem} a request: lower CONNECTIONS or raise RATE`)
  }
  return { connections, duration, warmup, pipelining, rate, workers }
}

module.exports = { loadFromFlags, loadFlags }
