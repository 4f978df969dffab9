'use strict'

// Measures two targets alternately, each run in a fresh process, and reads saved comparisons.

const { UserError } = require('../cli/errors')
const { resultHeader } = require('../measure/result-header')
const { measure } = require('../measure/measure')
const { readResult } = require('../results/store')
const { interleave } = require('../statistics/interleave')

/**
 * @typedef {import('../measure/measure').Result} Result
 * @typedef {import('../measure/targets').Target} Target
 * @typedef {object} Comparison
 * @property {number} schema version of this shape
 * @property {string} kind `comparison`
 * @property {string} startedAt ISO 8601, UTC
 * @property {import('../system/environment').Environment} environment before the first run
 * @property {string} a name of a target
 * @property {string} b name of a target
 * @property {Omit<import('../measure/load').Load, 'url'> & {warmup?: number, runs: number}} settings
 * @property {{a: Result[], b: Result[]}} runs in the order they were measured
 */

/**
 * Measures A B, B A, A B, …: slow changes (heat, other programs) then affect both targets alike, and neither always
 * goes first. `watchB`: sample B while it is under load; `onProgress` gets the share of runs done, 0 to 1.
 * @typedef {{watchB?: boolean, onProgress?: (share: number) => void, signal?: AbortSignal}} CompareOptions
 * @type {(a: Target, b: Target, settings: Comparison['settings'], options?: CompareOptions) => Promise<Comparison>}
 * @throws {UserError} if a server exits, does not start, or answers nothing in a run
 */
async function compare (a, b, settings, { watchB, onProgress = () => {}, signal } = {}) {
  const { runs: count, ...load } = settings
  const header = resultHeader({ kind: 'comparison' })
  /** @type {Comparison['runs']} */
  const runs = { a: [], b: [] }
  const order = interleave(/** @type {('a'|'b')[]} */ (['a', 'b']), count)
  for (const [done, side] of order.entries()) {
    onProgress(done / order.length)
    const onSample = watchB && side === 'b' ? () => {} : undefined
    runs[side].push(await measure({ a, b }[side], load, { onSample, signal }))
  }
  onProgress(1)
  return { ...header, a: a.name, b: b.name, settings, runs }
}

/** @type {(file: string) => Comparison} throws a UserError if there is no such file, or it is not a comparison */
function readComparison (file) {
  const comparison = readResult(file)
  if (comparison?.kind === 'comparison') return comparison
  throw new UserError(`${file} is not a comparison: give a file that make compare saved, results/…-compare-….json`)
}

module.exports = { compare, readComparison }
