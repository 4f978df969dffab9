'use strict'

// The profilers by name: `make flame-slow` runs the profiler flame on the target slow.

/** @import { Profiler } from './types' */

/** @type {Record<string, Profiler>} */
module.exports = {
  ...require('./clinic'),
  prof: require('./prof'),
  cpuprofile: require('./cpuprofile'),
  trace: require('./trace')
}
