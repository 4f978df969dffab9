'use strict'

// Measures targets in turns, each run in a fresh process: any number as a series, or two as a comparison.

const { UserError } = require('../base/errors')
const { resultHeader, withoutSecrets } = require('../measure/result-header')
const { measure } = require('../measure/measure')
const { isResult, readResult } = require('../measure/results')
const { interleave } = require('../statistics/interleave')

/**
 * @typedef {import('../measure/measure').Result} Result
 * @typedef {import('../measure/targets').Target & {watched?: boolean}} Target `watched`: sample it under load
 * @typedef {object} Series
 * @property {number} schema version of this shape
 * @property {string} kind `series`
 * @property {string} startedAt ISO 8601, UTC
 * @property {import('../system/environment').Environment} environment before the first run
 * @property {SeriesSettings} settings
 * @property {{name: string, runs: Result[]}[]} targets runs in the order they were measured
 *
 * @typedef {Omit<import('../measure/load').Load, 'url'> & {warmup?: number, runs: number}} SeriesSettings
 * @typedef {object} SeriesOptions
 * @property {boolean} [progress] draw a progress bar of each load on stderr
 * @property {(share: number) => void} [onProgress] is called with the share of runs done, 0 to 1
 * @property {(result: Result) => void} [onResult] is called after each run
 * @property {AbortSignal} [signal]
 *
 * @typedef {object} Comparison
 * @property {number} schema version of this shape
 * @property {string} kind `comparison`
 * @property {string} startedAt ISO 8601, UTC
 * @property {import('../system/environment').Environment} environment before the first run
 * @property {string} a name of a target
 * @property {string} b name of a target
 * @property {SeriesSettings} settings
 * @property {{a: Result[], b: Result[]}} runs in the order they were measured
 */

/**
 * Measures A B C, C B A, A B C, …: slow changes (heat, other programs) then affect all targets alike, and none always
 * goes first.
 * @type {(targets: Target[], settings: SeriesSettings, options?: SeriesOptions) => Promise<Series>}
 * @throws {UserError} if a server exits, does not start, or answers nothing in a run
 */
async function measureSeries (targets, settings, { progress, onProgress, onResult, signal } = {}) {
  const { runs, ...load } = settings
  const header = resultHeader({ kind: 'series' })
  const measured = targets.map(({ name }) => ({ name, runs: /** @type {Result[]} */ ([]) }))
  const order = interleave([...targets.keys()], runs)
  for (const [done, index] of order.entries()) {
    onProgress?.(done / order.length)
    const onSample = targets[index].watched ? () => {} : undefined
    const result = await measure(targets[index], load, { progress, onSample, signal })
    measured[index].runs.push(result)
    onResult?.(result)
  }
  onProgress?.(1)
  return { ...header, settings: withoutSecrets(settings), targets: measured }
}

/** @type {(a: Target, b: Target, settings: SeriesSettings, options?: SeriesOptions) => Promise<Comparison>} */
async function compare (a, b, settings, options) {
  const { kind, targets, ...series } = await measureSeries([a, b], settings, options)
  const runs = { a: targets[0].runs, b: targets[1].runs }
  return { ...series, kind: 'comparison', a: a.name, b: b.name, runs }
}

/** @type {(file: string) => Comparison} throws a UserError if there is no such file, or it is not a comparison */
function readComparison (file) {
  const comparison = readResult(file)
  if (isResult(comparison) && comparison.kind === 'comparison') return comparison
  throw new UserError(`${file} is not a comparison: give a file that make compare saved, results/…-compare-….json`)
}

/** @type {(runs: Result[]) => Result} the run in the middle, by req/s */
const middleRun = (runs) =>
  runs.toSorted((a, b) => a.requests.average - b.requests.average)[Math.floor((runs.length - 1) / 2)]

module.exports = { compare, measureSeries, middleRun, readComparison }
