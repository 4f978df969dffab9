'use strict'

// The profilers by name: `make flame-slow` runs the profiler flame on the target slow.

/**
 * @typedef {Omit<import('../measure/load').Load, 'url'>} ProfileLoad
 * @typedef {{load: ProfileLoad, folder: string, unmute?: boolean, signal?: AbortSignal}} ProfileOptions `folder` is an
 *   empty one
 * @typedef {object} Profiler
 * @property {string} summary one line for --help
 * @property {{connections: number, duration: number}} load the default load
 * @property {(target: import('../measure/targets').Target, options: ProfileOptions) => Promise<Profile>} profile
 *
 * @typedef {object} Profile
 * @property {Record<string, string>} files to save, by file extension; `.html` is the page to open
 * @property {string[]} messages lines to print
 * @property {{self: import('./frames').HotFrame[], total?: import('./frames').HotFrame[]}} [frames]
 * @property {import('./breakdown').PartShare[]} [parts] of the software, and what they use of the CPU time
 * @property {number} [bytes] that the shares of the frames refer to (heap)
 * @property {string} [verdict] Doctor's issue category
 */

/** @type {Record<string, Profiler>} */
module.exports = {
  ...require('./clinic-tools'),
  prof: require('./prof'),
  cpuprofile: require('./cpuprofile'),
  trace: require('./trace')
}
