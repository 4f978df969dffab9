'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { DISTURBED } = require('../../scripts/lib/load/bottleneck')
const { writeFile } = require('../../scripts/lib/load/results')
const { listResults, readJson, RECORDED } = require('../../scripts/lib/load/saved-results')
const { ROOT } = require('../../scripts/lib/cli/project')

const DAY = 24 * 60 * 60 * 1000 // ms
const LTS = parseInt(String(fs.readFileSync(path.join(ROOT, '.nvmrc')))) // of Node.js
const SERIES = `bench-node-${LTS}` // of the stages and the baseline
const SAVED = /^saved +(results\/\S+\.json)$/gm
const TIME = /^\d{4}-\d\d-\d\dT[\d-]+Z-/ // before the subject of a result
const READABLE = 0o666 // by all, as git has the recorded ones

/**
 * @param {string} name of a file in docs/results, without the extension
 * @returns {any}
 * @throws {UserError} When there is no such result.
 */
function recorded (name) {
  return readJson(path.join(RECORDED, `${name}.json`))
}

/**
 * Moves a result to docs/results, without the paths of this machine. Says how many of its runs were
 * disturbed by other programs.
 * @param {string} saved its file, in the project
 * @param {string} [name] that of the recorded file
 */
function recordResult (saved, name = path.basename(saved).replace(TIME, '')) {
  const file = path.join(ROOT, saved)
  const text = fs.readFileSync(file, 'utf8').replaceAll(`${ROOT}/`, '')
  writeFile(path.join(RECORDED, name), text, READABLE)
  fs.rmSync(file)
  console.log(`recorded    docs/results/${name}`)
  const shares = text.matchAll(/"backgroundCpu": ([\d.e-]+)/g)
  const disturbed = Array.from(shares).filter(([, share]) => Number(share) > DISTURBED)
  if (disturbed.length) console.log(`disturbed   ${disturbed.length} runs, by other programs`)
}

/**
 * @param {{targets: {name: string, runs: any[]}[]}} series of loads, or of growths
 * @param {string} target
 * @returns {any} its run in the middle, by req/s or by slope
 */
function middleRun ({ targets }, target) {
  const [{ runs }] = targets.filter(({ name }) => name === target)
  const figureOf = ({ fit, requests }) => fit ? fit.b : requests.average
  const sorted = runs.toSorted((a, b) => figureOf(a) - figureOf(b))
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
  middleRun,
  mixedRecordings,
  recorded,
  recordResult,
  LTS,
  SAVED,
  SERIES
}
