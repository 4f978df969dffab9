'use strict'

// Measures two targets alternately, each run in a fresh process, and reads saved comparisons.

const { UserError } = require('../cli/errors')
const { measureSeries } = require('./series')
const { readResult } = require('../results/store')

/**
 * @typedef {import('../measure/measure').Result} Result
 * @typedef {import('./series').Target} Target
 * @typedef {import('./series').SeriesOptions} SeriesOptions
 * @typedef {object} Comparison
 * @property {number} schema version of this shape
 * @property {string} kind `comparison`
 * @property {string} startedAt ISO 8601, UTC
 * @property {import('../system/environment').Environment} environment before the first run
 * @property {string} a name of a target
 * @property {string} b name of a target
 * @property {import('./series').SeriesSettings} settings
 * @property {{a: Result[], b: Result[]}} runs in the order they were measured
 */

/**
 * @type {(a: Target, b: Target, settings: Comparison['settings'], options?: SeriesOptions) => Promise<Comparison>}
 * @throws {UserError} if a server exits, does not start, or answers nothing in a run
 */
async function compare (a, b, settings, options) {
  const { kind, targets, ...series } = await measureSeries([a, b], settings, options)
  const runs = { a: targets[0].runs, b: targets[1].runs }
  return { ...series, kind: 'comparison', a: a.name, b: b.name, runs }
}

/** @type {(file: string) => Comparison} throws a UserError if there is no such file, or it is not a comparison */
function readComparison (file) {
  const comparison = readResult(file)
  if (comparison?.kind === 'comparison') return comparison
  throw new UserError(`${file} is not a comparison: give a file that make compare saved, results/…-compare-….json`)
}

module.exports = { compare, readComparison }
