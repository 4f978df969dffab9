'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { RECORDED } = require('../../scripts/lib/load/results')
const { readJson } = require('../../scripts/lib/load/saved-results')
const { ROOT } = require('../../scripts/lib/cli/project')

/** @import { Result } from '../../scripts/lib/server/types' */

const LTS = parseInt(String(fs.readFileSync(path.join(ROOT, '.nvmrc')))) // of Node.js

/**
 * @param {string} name of a file in docs/results, without the extension
 * @returns {any}
 * @throws {UserError} When there is no such result.
 */
function recorded (name) {
  return readJson(path.join(RECORDED, `${name}.json`))
}

/** @returns {Result[][]} the runs of each target */
function recordedSeries () {
  return recorded(`bench-node-${LTS}`).targets.map(({ runs }) => runs)
}

/** @param {string} target @returns {Result} its run in the middle by req/s */
function recordedRun (target) {
  const runs = recordedSeries().find(([run]) => run.target === target) ?? []
  const sorted = runs.toSorted((a, b) => a.requests.average - b.requests.average)
  return sorted[Math.floor((runs.length - 1) / 2)]
}

module.exports = { recorded, recordedRun, recordedSeries, LTS }
