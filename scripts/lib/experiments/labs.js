'use strict'

// A lab is a folder in docs/labs whose lab.js says, as data, what is measured and what it has to
// show. Its targets are measured in turns, each run in a fresh process.

/** @import { LabFigure, LabPart, LabResult, LabRun, LabSettings, LabTarget } from './types' */
/** @import { MeasuredPart, NamedLab, OnProgress } from './types' */
/** @import { Result, Target } from '../measure/types' */

const fs = require('node:fs')
const path = require('node:path')
const { resultHeader } = require('../measure/result-header')
const { LABS } = require('../measure/targets')
const { interleave } = require('../statistics/interleave')
const { installPackages } = require('../system/npm')
const { measureSeries } = require('./series')

/** @returns {string[]} the names of all labs, sorted */
function labNames () {
  const names = fs.readdirSync(LABS)
  return names.filter((name) => fs.existsSync(path.join(LABS, name, 'lab.js'))).sort()
}

/** @param {string} name one of `labNames` @returns {NamedLab} */
function findLab (name) {
  const folder = path.join(LABS, name)
  return { name, folder, ...require(path.join(folder, 'lab.js')) }
}

/**
 * Installs the packages of a lab, and of the labs whose servers it runs.
 * @param {Pick<NamedLab, 'name'|'folder'|'requires'>} lab
 * @param {AbortSignal} [signal]
 * @throws {UserError} When npm fails.
 */
async function installLab ({ name, folder, requires = [] }, signal) {
  for (const other of requires) await installLab(findLab(other), signal)
  await installPackages(folder, `the lab ${name}`, signal)
}

/** @param {Result} result @param {LabFigure[]} figures @returns {LabRun} the figures of a load */
function readFigures (result, figures) {
  const { bottleneck, backgroundCpu = null } = result
  /** @type {LabRun} */
  const run = { generatorBound: Number(bottleneck === 'generator'), backgroundCpu }
  for (const { name, read } of figures) {
    if (read) run[name] = read(result)
  }
  return run
}

/**
 * Measures a lab. What its parts need is checked before the first one is measured.
 * @param {NamedLab} lab
 * @param {LabSettings} settings
 * @param {OnProgress} [onProgress]
 * @returns {Promise<LabResult>}
 * @throws {UserError} When a target fails, or a setting is wrong.
 */
async function runLab (lab, settings, onProgress = () => {}) {
  const { runs = lab.runs, duration = lab.duration, signal } = settings
  const header = resultHeader({ kind: 'lab', lab: lab.name, title: lab.title })
  const prepared = []
  for (const part of lab.parts) {
    const skipped = await part.skip?.(signal)
    const { targets: given } = part
    const targets = skipped || typeof given !== 'function' ? given : await given(settings)
    prepared.push({ part, skipped, targets: /** @type {Target[]} */ (skipped ? [] : targets) })
  }
  /** @type {MeasuredPart[]} */
  const parts = []
  for (const { part, skipped, targets } of prepared) {
    const { name, title, figures, minDuration = 0 } = part
    const load = part.load && { ...part.load, duration: Math.max(duration, minDuration) }
    const note = typeof part.note === 'function' ? part.note(targets) : part.note
    const onPart = (/** @type {number} */ share) =>
      onProgress((parts.length + share) / prepared.length)
    const measured = await measurePart({ ...part, targets, load }, runs, onPart, signal)
    for (const target of measured) target.name = target.name.replace(`${lab.name}/`, '')
    parts.push({ name, title, load, note, skipped, figures, targets: measured })
  }
  onProgress(1)
  return { ...header, settings: { runs, duration }, parts }
}

/**
 * @param {Pick<LabPart, 'load'|'figures'|'measure'> & {targets: Target[]}} part
 * @param {number} runs
 * @param {OnProgress} onProgress
 * @param {AbortSignal} signal
 * @returns {Promise<LabTarget[]>}
 */
async function measurePart ({ targets, load, figures, measure }, runs, onProgress, signal) {
  if (!measure) {
    const series = await measureSeries(targets, { ...load, runs }, { onProgress, signal })
    return series.targets.map(({ name, runs }) =>
      ({ name, runs: runs.map((result) => readFigures(result, figures)) }))
  }
  const measured = targets.map(({ name }) => ({ name, runs: /** @type {LabRun[]} */ ([]) }))
  const order = interleave([...targets.keys()], runs)
  for (const [done, index] of order.entries()) {
    onProgress(done / order.length)
    measured[index].runs.push(await measure(targets[index], load, signal))
  }
  return measured
}

module.exports = { findLab, installLab, labNames, readFigures, runLab }
