'use strict'

/** @import { Flag } from '../base/types' */
/** @import { ProfileLoad, Profiler } from './types' */

const { openFlag } = require('../base/command')
const { loadFlags, loadFromFlags } = require('../measure/load-flags')
const { runningFlags, targetFlags } = require('../measure/target-flags')

const { warmup, ...otherFlags } = loadFlags // the warm-up is profiled
const CONNECTIONS_HELP = 'connections at once (10; doctor 20)'
const DURATION_HELP = 'seconds of load (5; trace 2)'

/** @type {Record<string, Flag>} */
const profileFlags = {
  ...targetFlags,
  ...otherFlags,
  connections: { ...otherFlags.connections, default: undefined, help: CONNECTIONS_HELP },
  duration: { ...otherFlags.duration, default: undefined, help: DURATION_HELP },
  ...runningFlags,
  open: openFlag,
  quiet: { type: 'boolean', help: 'do not print the command that does the same by hand' },
  unmute: { type: 'boolean', help: 'trace: lift what silences the warning' },
  recorded: { type: 'boolean', help: 'open the recorded page in docs/profiles, and load nothing' }
}

/** @param {Profiler} profiler @param {Record<string, any>} values @returns {ProfileLoad} */
function profileLoad (profiler, values) {
  const { connections = profiler.load.connections, duration = profiler.load.duration } = values
  return loadFromFlags({ ...values, connections, duration })
}

module.exports = { profileFlags, profileLoad }
