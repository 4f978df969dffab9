'use strict'

// The runs that the live page can play again: those in results/, and the race that is recorded for
// the docs. The folders are read once, at the start, because this process also sends the load.

/** @import { LiveResult } from './types' */

const path = require('node:path')
const { listResults, readResult, resultSaver, RECORDED, RESULTS } = require('../measure/results')

const PATTERN = /(^|Z-)live-.*\.json$/

/** @param {{file: string, result: LiveResult}} saved */
function summarize ({ file, result: { startedAt, settings } }) {
  return {
    id: path.basename(file),
    file,
    startedAt,
    targets: settings.targets,
    recorded: path.dirname(file) === RECORDED
  }
}

/**
 * Finds the earlier runs, and keeps the next ones.
 * @param {boolean} [record] save the next run as the recorded race
 */
function openEarlierRuns (record) {
  const found = [...listResults(RECORDED, PATTERN).saved, ...listResults(RESULTS, PATTERN).saved]
  const runs = found.filter(({ result }) => result.kind === 'live').map(summarize)
  return {
    /** The newest first. */
    list () {
      return runs.map(({ file, ...run }) => run).reverse()
    },
    /** @param {string} id @returns {LiveResult|undefined} */
    read (id) {
      const run = runs.find((run) => run.id === id)
      return run && readResult(run.file)
    },
    /** @param {LiveResult} result */
    save (result) {
      const file = resultSaver(record)(result, 'live-race.json')
      runs.push(summarize({ file, result }))
    }
  }
}

module.exports = { openEarlierRuns }
