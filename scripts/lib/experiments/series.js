'use strict'

// Measures targets in turns, each run in a fresh process. A comparison is a series of two targets.

const { measure: measureLoad } = require('../measure/measure')
const { resultHeader, withoutSecrets } = require('../measure/result-header')
const { interleave } = require('../statistics/interleave')

/**
 * @import { Result, Target } from '../measure/types'
 * @import { MeasuredRuns, Series, SeriesOptions, SeriesSettings } from './types'
 */

/**
 * Measures A B C, C B A, A B C, …: slow changes (heat, other programs) then affect all targets
 * alike, and none always goes first.
 *
 * @param {Target[]} targets
 * @param {SeriesSettings} settings
 * @param {SeriesOptions} [options]
 * @returns {Promise<Series>}
 * @throws {UserError} When a server exits, does not start, or answers nothing in a run.
 */
async function measureSeries (targets, settings, options = {}) {
  const { onProgress, onResult, measure = measureLoad, ...measureOptions } = options
  const { runs, ...load } = settings
  const header = resultHeader({ kind: 'series' })
  /** @type {MeasuredRuns[]} */
  const measured = targets.map(({ name }) => ({ name, runs: [] }))
  const order = interleave([...targets.keys()], runs)
  for (const [done, index] of order.entries()) {
    onProgress?.(done / order.length)
    const result = await measure(targets[index], load, measureOptions)
    measured[index].runs.push(result)
    onResult?.(result)
  }
  onProgress?.(1)
  const settingsOfAll = withoutSecrets({ ...settings, ...targets[0].request })
  return { ...header, settings: settingsOfAll, targets: measured }
}

/**
 * The run in the middle, by req/s.
 *
 * @param {Result[]} runs
 * @returns {Result}
 */
function middleRun (runs) {
  const sorted = runs.toSorted((a, b) => a.requests.average - b.requests.average)
  return sorted[Math.floor((runs.length - 1) / 2)]
}

module.exports = { measureSeries, middleRun }
