'use strict'

// The recorded results that the docs quote.

const path = require('node:path')
const { middleRun } = require('../experiments/series')
const { readResult, RECORDED } = require('../measure/results')

/** @typedef {import('../measure/measure').Result} Result */

/** @type {(name: string) => any} */
const recorded = (name) => readResult(path.join(RECORDED, `${name}.json`))

/** @returns {Result[][]} the runs of slow, fast, optimized and the baseline, which were made in turns */
const recordedSeries = () => recorded('bench').targets.map((/** @type {{runs: Result[]}} */ { runs }) => runs)

/** @returns {Result[]} one run of each of these targets */
const recordedRuns = () => recordedSeries().map(middleRun)

/** @type {(target: string) => Result} */
const recordedRun = (target) =>
  /** @type {Result} */ (recordedRuns().find((result) => result.target === target))

module.exports = { recorded, recordedRun, recordedRuns, recordedSeries }
