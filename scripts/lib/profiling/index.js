'use strict'

// The profilers, by the name of their target: make doctor-slow, make flame-slow, …

/**
 * @typedef {object} Profiler
 * @property {string} summary
 * @property {{connections: number, duration: number}} load that shows it well
 * @property {(target: import('../measure/targets').Target, options: {load: import('../measure/load').Load, folder: string,
 *   signal?: AbortSignal}) => Promise<Profile>} profile the load is without its URL, the folder empty
 */

/**
 * @typedef {object} Profile
 * @property {Record<string, string>} files to keep, by ending: `.html` is the page to open
 * @property {string[]} words to say
 * @property {{self: import('./frames').Hot[], total?: import('./frames').Hot[]}} [frames]
 * @property {number} [bytes] of which the shares are (heap)
 * @property {string} [verdict] of Doctor
 * @property {boolean} [starved] whether the server had to wait for a core, which makes Doctor's verdict worthless
 * @property {string} [warning] that was muted (trace)
 */

/** @type {Record<string, Profiler>} */
module.exports = {
  doctor: require('./doctor'),
  flame: require('./flame'),
  heap: require('./heap'),
  prof: require('./prof'),
  cpuprofile: require('./cpuprofile'),
  trace: require('./trace')
}
