'use strict'

const { UsageError } = require('../base/errors')
const { measureSeries } = require('./series')

/**
 * @import { Target } from '../measure/types'
 * @import { Series, SeriesOptions, SeriesSettings } from './types'
 */

/**
 * Measures two targets A B, B A, A B, …
 *
 * @param {Target[]} targets A and B.
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

module.exports = { compareTargets }
