'use strict'

// A lab is a folder in docs/labs. Its lab.js says, as data, what is measured and what follows.

/** @import { During, Lab, LabFigure, LabPart, LabResult, LabSettings, LabTarget } from './types' */
/** @import { LoadMeasurement, Measure, MeasuredPart, Result, SeriesOptions } from './types' */
/** @import { Server } from './types' */

const fs = require('node:fs')
const path = require('node:path')
const { measure } = require('../load/measure')
const { resultHeader } = require('../load/results')
const { LABS } = require('../server/targets')
const { installPackages } = require('../server/npm')
const { measureSeries } = require('./series')

function labNames () {
  const names = fs.readdirSync(LABS)
  return names.filter((name) => fs.existsSync(path.join(LABS, name, 'lab.js'))).sort()
}

/** @param {string} name one of `labNames` @returns {Lab} */
function findLab (name) {
  return { name, ...require(path.join(LABS, name, 'lab.js')) }
}

/**
 * Installs its packages, and those of the labs whose servers it runs.
 * @param {Pick<Lab, 'name'|'requires'>} lab
 * @param {AbortSignal} [signal]
 * @throws {UserError} When npm fails.
 */
async function installLab ({ name, requires = [] }, signal) {
  for (const lab of [...requires, name]) {
    await installPackages(path.join(LABS, lab), `the lab ${lab}`, signal)
  }
}

/**
 * Measures a lab. Whether its parts can run is known before the first one is measured.
 * @param {Lab} lab
 * @param {LabSettings} settings
 * @param {(share: number) => void} [onProgress] from 0 to 1
 * @returns {Promise<LabResult>}
 * @throws {UserError} When a target fails, or a setting is wrong.
 */
async function runLab (lab, settings, onProgress = () => {}) {
  const { runs = lab.runs, duration = lab.duration, signal } = settings
  const header = resultHeader({ kind: 'lab', lab: lab.name, title: lab.title })
  const prepared = []
  for (const part of lab.parts) {
    const more = await part.prepare?.(settings)
    prepared.push({ ...part, ...more })
  }
  const parts = []
  for (const part of prepared) {
    parts.push(await measurePart(part, { runs, duration }, {
      onProgress: (share) => onProgress((parts.length + share) / prepared.length),
      signal
    }))
  }
  return { ...header, settings: { runs, duration }, parts }
}

/**
 * @param {LabPart} part
 * @param {{runs: number, duration: number}} settings
 * @param {SeriesOptions} options
 * @returns {Promise<MeasuredPart>}
 */
async function measurePart ({ measure: own, claims, prepare, ...part }, settings, options) {
  if (part.skipped) return { ...part, targets: [] }
  const load = { ...part.load, duration: settings.duration }
  const all = { ...settings, ...load }
  const { targets } = await measureSeries(part.targets ?? [], all, {
    ...options,
    measure: own ?? (load.others && measureBesideOthers)
  })
  return {
    ...part,
    load,
    targets: targets.map(({ name, runs }) => ({
      name: path.basename(name),
      // A lab's own measure gives figures, and no results.
      runs: own ? /** @type {LabTarget['runs'] & Result[]} */ (runs) : readAll(runs, part.figures)
    }))
  }
}

// A result, with what the other loads of the same server measured.
/** @type {Measure} */
async function measureBesideOthers (target, { others, ...load }, { signal }) {
  const { sendLoad } = require('../load/load')
  /** @type {Record<string, LoadMeasurement>} */
  const measured = {}

  /** @param {Server} server @param {string} name */
  async function sendOther (server, name) {
    const { path: urlPath, ...other } = others[name]
    const url = new URL(server.url).origin + urlPath
    const otherLoad = { url, duration: load.duration, ...other }
    measured[name] = await sendLoad(otherLoad, { signal: server.over })
  }

  /** @type {During} */
  async function during (server, send) {
    const names = Object.keys(others)
    const [sent] = await Promise.all([send(), ...names.map((name) => sendOther(server, name))])
    return sent
  }

  const result = await measure(target, load, { during, signal })
  return { ...result, others: measured }
}

/** @param {Result[]} results @param {LabFigure[]} figures */
function readAll (results, figures) {
  return results.map((result) => readFigures(result, figures))
}

/** @param {Result} result @param {LabFigure[]} figures @returns figures by name */
function readFigures (result, figures) {
  const { bottleneck, backgroundCpu } = result
  /** @type {LabTarget['runs'][0]} */
  const run = { generatorBound: Number(bottleneck === 'generator'), backgroundCpu }
  for (const { name, read } of figures) run[name] = read?.(result)
  return run
}

module.exports = { findLab, installLab, labNames, readFigures, runLab }
