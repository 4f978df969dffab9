'use strict'

// The runs that the live page can play again: its own in results/, and the race that is recorded for the docs. The
// folders are read once, at the start, because this process also sends the load.

const path = require('node:path')
const { listResults, readResult, resultSaver, RECORDED, RESULTS } = require('../measure/results')

/**
 * @typedef {import('../measure/types').Header} Header
 * @typedef {{targets: string[], connections: number, duration: number}} Settings names in their order; s
 * @typedef {Header & {kind: string, settings: Settings, events: object[]}} LiveResult the events from which the
 *   page builds its state
 */

/** @type {(saved: {file: string, result: LiveResult}) => Record<string, any> & {id: string, file: string}} */
const summary = ({ file, result: { startedAt, settings: { targets } } }) =>
  ({ id: path.basename(file), file, startedAt, targets, recorded: path.dirname(file) === RECORDED })

/** `list`: the newest first. @param {boolean} [record] `save` writes the recorded race */
function openEarlierRuns (record) {
  const runs = [RECORDED, RESULTS].flatMap((folder) => listResults(folder, /(^|Z-)live-.*\.json$/).saved)
    .filter(({ result }) => result.kind === 'live').map(summary)
  return {
    list: () => runs.map(({ file, ...run }) => run).reverse(),
    /** @type {(id: string) => LiveResult|undefined} */
    read: (id) => runs.filter((run) => run.id === id).map(({ file }) => readResult(file))[0],
    /** @param {LiveResult} result */
    save (result) {
      const file = resultSaver(record)(result, 'live-race.json')
      runs.push(summary({ file, result }))
    }
  }
}

module.exports = { openEarlierRuns }
