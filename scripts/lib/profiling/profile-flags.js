'use strict'

const { openFlag } = require('../base/command')
const { loadFlags, loadFromFlags } = require('../measure/load-flags')
const { targetFlags } = require('../measure/target-flags')

/** @import { Flag } from '../base/types' */
/** @import { ProfileLoad, Profiler } from './types' */

const { warmup, connections, duration, ...otherLoadFlags } = loadFlags // the warm-up is profiled

/** @type {Record<string, Flag>} */
const profileFlags = {
  ...targetFlags,
  connections: {
    ...connections,
    default: undefined,
    help: 'connections at once (10; doctor 20)'
  },
  duration: { ...duration, default: undefined, help: 'seconds of load (5; trace 2)' },
  ...otherLoadFlags,
  open: openFlag,
  quiet: { type: 'boolean', help: 'do not print the command that does the same by hand' },
  unmute: { type: 'boolean', help: 'trace: lift what silences the warning' },
  recorded: {
    type: 'boolean',
    help: 'open the recorded page in docs/profiles, and load nothing'
  }
}

/**
 * @param {Profiler} profiler
 * @param {Record<string, any>} values Of the flags.
 * @returns {ProfileLoad}
 */
function profileLoad (profiler, values) {
  const { connections = profiler.load.connections, duration = profiler.load.duration } = values
  return loadFromFlags({ ...values, connections, duration })
}

module.exports = { profileFlags, profileLoad }
