'use strict'

// Two targets measured in turns, each time in a fresh process, and read back from disk.

const { UserError } = require('../cli/errors')
const { resultHeader } = require('../measure/result-header')
const { measure } = require('../measure/measure')
const { readResult } = require('../results/store')
const { interleave } = require('../statistics/interleave')

/**
 * @typedef {object} Comparison
 * @property {number} schema version of this shape
 * @property {'comparison'} kind
 * @property {string} startedAt ISO 8601, UTC
 * @property {import('../system/environment').Environment} environment before the first run
 * @property {string} a name of a target
 * @property {string} b name of a target
 * @property {Omit<import('../measure/load').Load, 'url'> & {warmup?: number, runs: number}} settings
 * @property {{a: import('../measure/measure').Result[], b: import('../measure/measure').Result[]}} runs in the order they were made
 */

/**
 * Measures A B, B A, A B, …: whatever changes slowly (heat, a neighbour on the machine) then strikes both alike, and
 * neither always goes first.
 *
 * @param {import('../measure/targets').Target} a
 * @param {import('../measure/targets').Target} b
 * @param {Omit<import('../measure/load').Load, 'url'> & {warmup?: number, runs: number}} settings `runs` of each target
 * @param {object} [options]
 * @param {boolean} [options.watchB] look into B while it is loaded
 * @param {(share: number) => void} [options.onProgress] is told what share of the runs is done, 0 to 1
 * @param {AbortSignal} [options.signal]
 * @returns {Promise<Comparison>}
 * @throws {UserError} when a server dies or does not start
 */
async function compare (a, b, settings, { watchB, onProgress = () => {}, signal } = {}) {
  const { runs: count, ...load } = settings
  const before = resultHeader({ kind: 'comparison' })
  const targets = { a, b }
  const runs = { a: [], b: [] }
  const order = interleave(['a', 'b'], count)
  for (const [done, side] of order.entries()) {
    onProgress(done / order.length)
    const onSample = watchB && side === 'b' ? () => {} : undefined
    runs[side].push(await measure(targets[side], load, { onSample, signal }))
  }
  onProgress(1)
  return { ...before, a: a.name, b: b.name, settings, runs }
}

/**
 * @param {string} file
 * @returns {Comparison}
 * @throws {UserError} when there is none, or it holds something else
 */
function readComparison (file) {
  const comparison = readResult(file)
  if (comparison?.kind !== 'comparison') throw new UserError(`${file} is no comparison: give a file that make compare has saved`)
  return comparison
}

module.exports = { compare, readComparison }
