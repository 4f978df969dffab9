'use strict'

// The runs that the live page can play again: its own in results/, and the race that is recorded for the docs. Their
// files are read once, at the start: the process also sends the load, so it reads no folder during a run.

const path = require('node:path')
const { listResults, readResult, saveResult, RECORDED, RESULTS } = require('../results/store')

const NAME = /(^|Z-)live-.*\.json$/

/**
 * @typedef {{targets: string[], connections: number, duration: number}} Settings names in their order; s
 * @typedef {{target: string, samples: import('../measure/sampling').LiveSample[],
 *   result: import('../measure/measure').Result, file: string}} Run of one target; `file`: where its result is saved
 * @typedef {import('../measure/result-header').Header & {kind: 'live', settings: Settings, runs: Run[]}} LiveResult
 *   all that the page shows of a run or a race
 * @typedef {{id: string, startedAt: string, targets: string[], recorded: boolean}} EarlierRun
 */

/** @type {(saved: {file: string, result: LiveResult}) => EarlierRun & {file: string}} */
const summary = ({ file, result: { startedAt, settings } }) => {
  const { base, dir } = path.parse(file)
  return { id: base, file, startedAt, targets: settings.targets, recorded: dir === RECORDED }
}

/** `list`: the newest first; `read`: the JSON text, or nothing for an unknown id. */
function openEarlierRuns () {
  const runs = [RECORDED, RESULTS].flatMap((folder) => listResults(folder, NAME).saved)
    .filter(({ result }) => result.kind === 'live').map(summary)
  return {
    /** @returns {EarlierRun[]} */
    list: () => runs.map(({ file, ...run }) => run).reverse(),
    /** @type {(id: string) => LiveResult|undefined} */
    read: (id) => runs.filter((run) => run.id === id).map(({ file }) => readResult(file))[0],
    /** @param {LiveResult} result */
    save: (result) => { runs.push(summary({ file: saveResult(result, RESULTS), result })) }
  }
}

module.exports = { openEarlierRuns }
