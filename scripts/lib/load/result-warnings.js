'use strict'

/** @import { LoadMeasurement, Result, Target } from '../server/types' */

const { number, percent } = require('../cli/format')

const DISTURBED = 0.2 // of one core: more CPU time of other programs disturbs a load

/**
 * @param {LoadMeasurement & Pick<Result, 'backgroundCpu'|'server'>} measured with answers
 * @param {Target} target
 */
function resultWarnings (measured, { hidesListeners }) {
  const { backgroundCpu, server } = measured
  const warnings = loadWarnings(measured)
  if (backgroundCpu && backgroundCpu > DISTURBED) {
    const problem = `other programs used ${percent(backgroundCpu)} of a core during the load`
    warnings.unshift(`${problem}. Close them and measure again`)
  }
  const [excess] = server.excessListeners // the event with the most listeners
  if (excess && !hidesListeners) {
    const { emitter, event, listeners, location } = excess
    const added = location && `, added at ${location}`
    warnings.push(`${number(listeners)} listeners of "${event}" on ${emitter} at the end${added}`)
  }
  return warnings
}

/** @param {LoadMeasurement} load with answers */
function loadWarnings ({ requests, errors, timeouts, non2xx, statuses }) {
  const warnings = []
  if (non2xx) {
    const others = Object.entries(statuses).filter(([status]) => !status.startsWith('2'))
    const counts = others.map(([status, count]) => `${number(count)} × ${status}`).join(', ')
    const problem = `${percent(non2xx / requests.total)} of the answers had a status other than 2xx`
    const advice = '404' in statuses ? 'check the path' : 'check what the server reports'
    warnings.push(`${problem} (${counts}): ${advice}`)
  }
  if (errors) {
    const failed = errors - timeouts
    const counts = []
    if (timeouts) counts.push(`${number(timeouts)} timed out after 10 s`)
    if (failed) counts.push(`${number(failed)} failed with a connection error`)
    const problem = 'requests without an answer are missing from latency and req/s'
    warnings.push(`${problem}: ${counts.join(', ')}`)
  }
  return warnings
}

module.exports = { loadWarnings, resultWarnings, DISTURBED }
