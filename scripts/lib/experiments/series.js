'use strict'

// Measures targets in turns. A comparison is a series of two targets.

/** @import { Result, Run, Target } from '../measure/types' */
/** @import { MeasuredRuns, RoundOptions, Series, SeriesOptions, SeriesSettings } from './types' */

const { UsageError } = require('../base/errors')
const { measure: measureLoad, startRun } = require('../measure/measure')
const { resultHeader, withoutSecrets } = require('../measure/result-header')

/**
 * Measures targets in rounds, each round in fresh processes. The noise of a machine is larger from
 * minute to minute than from second to second, so what is compared has to be measured close in
 * time: in turns of a second or so.
 * @param {Target[]} targets
 * @param {SeriesSettings} settings
 * @param {SeriesOptions} [options]
 * @returns {Promise<Series>}
 * @throws {UserError} When a server exits, does not start, or answers nothing in a run.
 */
async function measureSeries (targets, settings, options = {}) {
  const { onProgress, ...rest } = options
  const { runs, ...load } = settings
  const header = resultHeader({ kind: 'series' })
  /** @type {MeasuredRuns[]} */
  const measured = targets.map(({ name }) => ({ name, runs: [] }))
  const measureRound = runs === 1 || rest.measure ? measureOneByOne : measureInTurns
  for (let round = 0; round < runs; round++) {
    const roundOptions = {
      ...rest,
      onProgress: (/** @type {number} */ share) => onProgress?.((round + share) / runs)
    }
    // Every second round goes backwards, so that no target always goes first.
    const order = [...targets.keys()]
    if (round % 2) order.reverse()
    const results = await measureRound(order.map((i) => targets[i]), load, roundOptions)
    for (const [position, i] of order.entries()) measured[i].runs.push(results[position])
  }
  onProgress?.(1)
  const settingsOfAll = withoutSecrets({ ...settings, ...targets[0].request })
  return { ...header, settings: settingsOfAll, targets: measured }
}

/** @type {(targets: Target[], load: any, options: RoundOptions) => Promise<Result[]>} */
async function measureOneByOne (targets, load, { onProgress, onResult, ...options }) {
  const { measure = measureLoad, ...measureOptions } = options
  const results = []
  for (const target of targets) {
    onProgress(results.length / targets.length)
    const result = await measure(target, load, measureOptions)
    results.push(result)
    onResult?.(result)
  }
  return results
}

/**
 * Measures A B B A A B …: all processes run at once, and one of them is loaded.
 * @param {Target[]} targets
 * @param {any} load
 * @param {RoundOptions} options
 */
async function measureInTurns (targets, load, { onProgress, signal }) {
  /** @type {Run[]} */
  const runs = []
  try {
    for (const target of targets) runs.push(await startRun(target, load, { signal }))
    const most = Math.max(...runs.map(({ turns }) => turns.length))
    let sent = 0 // s
    for (let turn = 0; turn < most; turn++) {
      for (const run of turn % 2 ? runs.toReversed() : runs) {
        if (turn >= run.turns.length) continue
        onProgress(sent / (targets.length * load.duration))
        await run.send(run.turns[turn])
        sent += run.turns[turn]
      }
    }
    return runs.map((run) => run.result())
  } finally {
    for (const run of runs) await run.stop()
  }
}

/**
 * Measures two targets.
 * @param {Target[]} targets A and B
 * @param {SeriesSettings} settings
 * @param {SeriesOptions} options
 * @returns {Promise<Series>}
 * @throws {UsageError} When the settings leave nothing to compare.
 */
async function compareTargets ([a, b], settings, options) {
  if (settings.rate) {
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
