'use strict'

// A lab is a folder in docs/labs. Its lab.js says, as data, what is measured and what follows.

const fs = require('node:fs')
const path = require('node:path')
const { resultHeader } = require('../measure/result-header')
const { LABS } = require('../measure/targets')
const { installPackages } = require('../system/npm')
const { measureSeries } = require('./series')

/**
 * @import { Result } from '../measure/types'
 * @import { LabFigure, LabPart, LabResult, LabRun, LabSettings } from './types'
 * @import { MeasuredPart, NamedLab, SeriesOptions } from './types'
 */

/** @returns {string[]} Sorted. */
function labNames () {
  const names = fs.readdirSync(LABS)
  return names.filter((name) => fs.existsSync(path.join(LABS, name, 'lab.js'))).sort()
}

/** @param {string} name One of `labNames`. @returns {NamedLab} */
function findLab (name) {
  return { name, ...require(path.join(LABS, name, 'lab.js')) }
}

/**
 * Installs the packages of a lab, and of the labs whose servers it runs.
 * @param {Pick<NamedLab, 'name'|'requires'>} lab
 * @param {AbortSignal} [signal]
 * @throws {UserError} When npm fails.
 */
async function installLab ({ name, requires = [] }, signal) {
  for (const lab of [...requires, name]) {
    await installPackages(path.join(LABS, lab), `the lab ${lab}`, signal)
  }
}

/** @param {Result} result @param {LabFigure[]} figures @returns {LabRun} */
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
 * Measures a lab. Whether its parts can run is known before the first one is measured.
 * @param {NamedLab} lab
 * @param {LabSettings} settings
 * @param {(share: number) => void} [onProgress] The share is 0 to 1.
 * @returns {Promise<LabResult>}
 * @throws {UserError} When a target fails, or a setting is wrong.
 */
async function runLab (lab, settings, onProgress = () => {}) {
  const { runs = lab.runs, duration = lab.duration, signal } = settings
  const header = resultHeader({ kind: 'lab', lab: lab.name, title: lab.title })
  /** @type {LabPart[]} */
  const prepared = []
  for (const part of lab.parts) prepared.push({ ...part, ...await part.prepare?.(settings) })
  /** @type {MeasuredPart[]} */
  const parts = []
  for (const part of prepared) {
    const onPart = (/** @type {number} */ share) =>
      onProgress((parts.length + share) / prepared.length)
    const measured = await measurePart(part, { runs, duration }, { onProgress: onPart, signal })
    for (const target of measured.targets) target.name = target.name.replace(`${lab.name}/`, '')
    parts.push(measured)
  }
  return { ...header, settings: { runs, duration }, parts }
}

/**
 * @param {LabPart} part
 * @param {{ runs: number, duration: number }} settings
 * @param {SeriesOptions} options
 * @returns {Promise<MeasuredPart>}
 */
async function measurePart (part, { runs, duration }, options) {
  const { name, title, targets = [], note, skipped, figures } = part
  const load = { ...part.load, duration: Math.max(duration, part.load?.duration ?? 0) }
  const measured = { name, title, load, note, skipped, figures }
  if (skipped) return { ...measured, targets: [] }
  const { measure } = part
  const series = await measureSeries(targets, { ...load, runs }, {
    ...options,
    measure: measure && ((target, load, { signal }) => measure(target, load, signal))
  })
  if (measure) return { ...measured, targets: /** @type {any[]} */ (series.targets) }
  return {
    ...measured,
    targets: series.targets.map(({ name, runs }) =>
      ({ name, runs: runs.map((run) => readFigures(run, figures)) }))
  }
}

module.exports = { findLab, installLab, labNames, readFigures, runLab }
