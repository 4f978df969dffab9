'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { listResults, readJson, RECORDED } = require('../../scripts/lib/load/saved-results')
const { ROOT } = require('../../scripts/lib/cli/project')

/** @import { Result } from '../../scripts/lib/load/types' */

const DAY = 24 * 60 * 60 * 1000 // ms
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

/**
 * @returns {string|undefined} what differs, if the recordings took more than a day, or are of
 *   several machines. A session in the evening may go on after midnight
 */
function mixedRecordings () {
  const days = new Set()
  const times = []
  const machines = new Set()
  for (const { result } of listResults(RECORDED, /\.json$/)) {
    const { cpu, node, platform } = result.environment
    days.add(result.startedAt.slice(0, 10))
    times.push(Date.parse(result.startedAt))
    machines.add(`${cpu.model}, ${cpu.count} cores, ${platform}, Node.js ${node}`)
  }
  const took = Math.max(...times) - Math.min(...times)
  if (took < DAY && machines.size < 2) return undefined
  return `${Array.from(days).join(', ')}; ${Array.from(machines).join('; ')}`
}

module.exports = {
  mixedRecordings,
  recorded,
  recordedRun,
  recordedSeries,
  LTS
}
