'use strict'

// Reasons to distrust one result, a sentence each.

/** @import { LoadMeasurement, Result } from './types' */

const { number, percent } = require('../base/format')

const DISTURBED = 0.2 // of one core, by other programs
const LOADED = 0.5 // load average per CPU: on two CPUs, another program kept one busy

/**
 * Warns of the load average of the minute before the start. It is a poor substitute for the
 * background CPU of the load, because it includes loads of this project.
 * @param {Result['environment']} environment
 * @param {{backgroundCpu?: number|null}[]} runs
 * @returns {string[]}
 */
function loadedMachineWarnings ({ loadAverage, cpu }, runs = []) {
  const isKnown = runs.some(({ backgroundCpu }) => typeof backgroundCpu === 'number')
  if (isKnown || loadAverage / cpu.count <= LOADED) return []
  const average = `load average ${number(loadAverage)} on ${cpu.count} CPUs`
  const problem = `the machine was loaded before the start: ${average}`
  return [`${problem}. Close other programs and measure again`]
}

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
  return [
    ...statusWarnings(requests.total, non2xx, statuses),
    ...errorWarnings(errors, timeouts)
  ]
}

/** @type {(total: number, non2xx: number, statuses: Record<string, number>) => string[]} */
function statusWarnings (total, non2xx, statuses) {
  if (!non2xx) return []
  const others = Object.entries(statuses).filter(([status]) => !status.startsWith('2'))
  const advice = '404' in statuses ? 'check the path' : 'check what the server reports'
  if (non2xx === total && others.length === 1) {
    return [`all ${number(total)} answers had status ${others[0][0]}: ${advice}`]
  }
  const counts = others.map(([status, count]) => `${number(count)} × ${status}`).join(', ')
  const share = percent(non2xx / total)
  return [`${share} of the answers had a status other than 2xx (${counts}): ${advice}`]
}

/** @type {(errors: number, timeouts: number) => string[]} `errors` includes the timeouts */
function errorWarnings (errors, timeouts) {
  if (!errors) return []
  const counts = []
  if (timeouts) counts.push(`${number(timeouts)} timed out after 10 s`)
  const failed = errors - timeouts
  if (failed > 0) counts.push(`${number(failed)} failed with a connection error`)
  const problem = 'requests without an answer are missing from latency and req/s'
  return [`${problem}: ${counts.join(', ')}`]
}

module.exports = { loadedMachineWarnings, loadWarnings, backgroundCpuWarnings }
