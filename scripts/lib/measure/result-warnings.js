'use strict'

// Reasons to distrust one result.

const { number, percent } = require('../base/format')

const DISTURBED = 0.2 // of one core, by other programs
const LOADED = 0.5 // load average per CPU: on two CPUs, another program kept one busy

/**
 * The load average is of the minute before the start. It is a poor substitute for what other programs used during the
 * load, because it includes loads of this project.
 * @typedef {import('../system/environment').Environment} Environment
 * @type {(environment: Environment, runs?: {backgroundCpu?: number|null}[]) => string[]}
 */
function loadedMachineWarnings ({ loadAverage, cpu }, runs = []) {
  const isKnown = runs.some(({ backgroundCpu }) => typeof backgroundCpu === 'number')
  if (isKnown || loadAverage / cpu.count <= LOADED) return []
  return [`the machine was loaded before the start: load average ${number(loadAverage)} on ${cpu.count} CPUs. ` +
    'Close other programs and measure again']
}

/** @type {(share: number|null) => string[]} `share` of one core that other programs used during the load */
const backgroundCpuWarnings = (share) => share === null || share <= DISTURBED
  ? []
  : [`other programs used ${percent(share)} of a core during the load. Close them and measure again`]

/** @typedef {Pick<import('./load').LoadMeasurement, 'requests'|'errors'|'timeouts'|'non2xx'|'statuses'>} Counts */

/** @param {Counts} measured with at least one answer @returns {string[]} a sentence each */
const loadWarnings = ({ requests, errors, timeouts, non2xx, statuses }) =>
  [...statusWarnings(requests.total, non2xx, statuses), ...errorWarnings(errors, timeouts)]

/** @type {(total: number, non2xx: number, statuses: Record<string, number>) => string[]} */
function statusWarnings (total, non2xx, statuses) {
  if (!non2xx) return []
  const others = Object.entries(statuses).filter(([status]) => !status.startsWith('2'))
  const advice = '404' in statuses ? 'check the path' : 'check what the server reports'
  const [[first]] = others
  if (non2xx === total && others.length === 1) return [`all ${number(total)} answers had status ${first}: ${advice}`]
  const counts = others.map(([status, count]) => `${number(count)} × ${status}`).join(', ')
  return [`${percent(non2xx / total)} of the answers had a status other than 2xx (${counts}): ${advice}`]
}

/** @type {(errors: number, timeouts: number) => string[]} `errors` includes the timeouts */
function errorWarnings (errors, timeouts) {
  if (!errors) return []
  const counts = [timeouts && `${number(timeouts)} timed out after 10 s`,
    errors > timeouts && `${number(errors - timeouts)} failed with a connection error`]
  return [`requests without an answer are missing from latency and req/s: ${counts.filter(Boolean).join(', ')}`]
}

module.exports = { loadedMachineWarnings, loadWarnings, backgroundCpuWarnings }
