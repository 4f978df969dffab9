'use strict'

// The recorded results that the docs quote.

const path = require('node:path')
const { middleRun } = require('../experiments/series')
const { readResult, RECORDED } = require('../measure/results')

/** @import { Result } from '../measure/types' */

/**
 * Reads a result from docs/results.
 * @param {string} name The name of its file, without the extension.
 * @returns {any}
 * @throws {UserError} When there is no such result.
 */
function recorded (name) {
  return readResult(path.join(RECORDED, `${name}.json`))
}

/** @returns {Result[][]} The runs of slow, fast, optimized and the baseline. */
function recordedSeries () {
  return recorded('bench').targets.map((/** @type {any} */ { runs }) => runs)
}

/** @returns {Result[]} For each of these targets, the run in the middle by req/s. */
function recordedRuns () {
  return recordedSeries().map(middleRun)
}

/** @param {string} target @returns {Result} */
function recordedRun (target) {
  return /** @type {Result} */ (recordedRuns().find((run) => run.target === target))
}

module.exports = { recorded, recordedRun, recordedRuns, recordedSeries }
