'use strict'

// The settings of a load as flags of a command: range, default, and what each means.

/** @import { Flag } from '../base/types' */
/** @import { Load } from './types' */

const { UsageError } = require('../base/errors')

/** @type {Record<string, Flag>} */
const loadFlags = {
  connections: {
    type: 'integer',
    min: 1,
    max: 10_000,
    default: 100,
    help: 'connections at once'
  },
  duration: {
    type: 'integer',
    min: 1,
    max: 3600,
    default: 10,
    help: 'seconds of load that are measured'
  },
  warmup: {
    type: 'integer',
    min: 0,
    max: 600,
    help: 'seconds of load before that (1; 0 for slow and for a URL)'
  },
  pipelining: {
    type: 'integer',
    min: 1,
    max: 1000,
    default: 1,
    help: 'requests on the wire at once, per connection'
  },
  rate: {
    type: 'integer',
    min: 0,
    max: 1_000_000,
    default: 0,
    help: 'constant req/s in all; 0: without a limit'
  },
  workers: {
    type: 'integer',
    min: 0,
    max: 64,
    default: 0,
    help: 'threads that send the load; 0: the main thread'
  }
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
    const some = `some of ${connections} connections without a request`
    const advice = 'lower CONNECTIONS or raise RATE'
    throw new UsageError(`a rate of ${rate} req/s leaves ${some}: ${advice}`)
  }
  return { connections, duration, warmup, pipelining, rate, workers }
}

module.exports = { loadFromFlags, loadFlags }
