'use strict'

// The runs that the page can play again: those in results/, and the recorded race.

/** @import { LiveResult } from './types' */

const path = require('node:path')
const { listResults, RECORDED, RESULTS } = require('../measure/results')

/**
 * Reads all earlier runs.
 * @returns {{id: string, recorded: boolean, result: LiveResult}[]} the newest first
 */
function earlierRuns () {
  const runs = []
  for (const folder of [RECORDED, RESULTS]) {
    for (const { file, result } of listResults(folder, /(^|Z-)live-.*\.json$/).saved) {
      const run = { id: path.basename(file), recorded: folder === RECORDED, result }
      if (result.kind === 'live') runs.unshift(run)
    }
  }
  return runs
}

/** @param {ReturnType<typeof earlierRuns>} runs for the page's list */
function listRuns (runs) {
  return runs.map(({ id, recorded, result: { startedAt, settings } }) => {
    return { id, recorded, startedAt, targets: settings.targets }
  })
}

module.exports = { earlierRuns, listRuns }
