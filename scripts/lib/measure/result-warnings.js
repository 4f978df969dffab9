'use strict'

// Reasons to distrust one result, a sentence each.

/** @import { LoadMeasurement, Sample } from './types' */

const { number, percent } = require('../base/format')

const DISTURBED = 0.2 // of one core, by other programs

/**
 * @param {number|null} share of one core that other programs used during the load
 * @returns {string[]}
 */
function backgroundCpuWarnings (share) {
  if (share === null || share <= DISTURBED) return []
  const problem = `other programs used ${percent(share)} of a core during the load`
  return [`${problem}. Close them and measure again`]
}

/**
 * @param {Pick<LoadMeasurement, 'requests'|'errors'|'timeouts'|'non2xx'|'statuses'>} measured with
 *   at least one answer
 * @returns {string[]}
 */
function loadWarnings ({ requests, errors, timeouts, non2xx, statuses }) {
  const warnings = []
  if (non2xx) warnings.push(statusWarning(non2xx / requests.total, statuses))
  if (errors) {
    const counts = []
    if (timeouts) counts.push(`${number(timeouts)} timed out after 10 s`)
    const failed = errors - timeouts
    if (failed > 0) counts.push(`${number(failed)} failed with a connection error`)
    const problem = 'requests without an answer are missing from latency and req/s'
    warnings.push(`${problem}: ${counts.join(', ')}`)
  }
  return warnings
}

/**
 * @param {Sample} server
 * @returns {string[]} the event with the most listeners, if they are more than ten
 */
function listenerWarnings (server) {
  const [excess] = server.excessListeners
  if (!excess) return []
  const { emitter, event, listeners, location } = excess
  const added = location && `, added at ${location}`
  return [`${number(listeners)} listeners of "${event}" on ${emitter} at the end${added}`]
}

/** @param {number} share of the answers @param {Record<string, number>} statuses */
function statusWarning (share, statuses) {
  const others = Object.entries(statuses).filter(([status]) => !status.startsWith('2'))
  const counts = others.map(([status, count]) => `${number(count)} × ${status}`).join(', ')
  const advice = '404' in statuses ? 'check the path' : 'check what the server reports'
  return `${percent(share)} of the answers had a status other than 2xx (${counts}): ${advice}`
}

module.exports = { backgroundCpuWarnings, listenerWarnings, loadWarnings }
