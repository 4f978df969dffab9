'use strict'

// Measures targets in turns, each run in a fresh process. A comparison is a series of two targets.

/** @import { Result, Target } from '../measure/types' */
/** @import { MeasuredRuns, Series, SeriesOptions, SeriesSettings } from './types' */

const { UsageError } = require('../base/errors')
const { measure: measureLoad } = require('../measure/measure')
const { resultHeader, withoutSecrets } = require('../measure/result-header')
const { interleave } = require('../statistics/interleave')

/**
 * Measures A B C, C B A, A B C, …: slow changes (heat, other programs) then affect all targets
 * alike, and none always goes first.
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
 * Measures two targets A B, B A, A B, …
 * @param {Target[]} targets A and B
 * @param {SeriesSettings} settings
 * @param {SeriesOptions} options
 * @returns {Promise<Series>}
 * @throws {UsageError} When the settings leave nothing to compare.
 */
async function compareTargets ([a, b], settings, options) {
  const { runs, rate } = settings
  if (runs % 2) {
    throw new UsageError('RUNS must be even, because a block has two runs of each target: ' +
      `use ${runs + 1}`)
  }
  if (rate) {
    throw new UsageError('RATE gives both targets the same req/s: nothing is left to compare')
  }
  const isAmbiguous = a.name === b.name && (a.file !== b.file || a.command !== b.command)
  const targetB = isAmbiguous ? { ...b, name: `${b.name}-b` } : b
  return await measureSeries([a, targetB], settings, options)
}

/** @param {Result[]} runs @returns {Result} the run in the middle, by req/s */
function middleRun (runs) {
  const sorted = runs.toSorted((a, b) => a.requests.average - b.requests.average)
  return sorted[Math.floor((runs.length - 1) / 2)]
}

module.exports = { compareTargets, measureSeries, middleRun }
