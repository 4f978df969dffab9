'use strict'

// The labs by name. A lab is a folder in docs/labs with a lab.js that says what to measure and what follows from it.

const fs = require('node:fs')
const path = require('node:path')
const { LABS } = require('../measure/targets')

/**
 * @typedef {import('../measure/targets').Target} Target
 * @typedef {import('../system/environment').Environment} Environment
 * @typedef {object} Lab what docs/labs/<name>/lab.js exports
 * @property {string} title
 * @property {string} question one line, for `make labs`
 * @property {{runs: number, duration: number}} defaults runs of each target; s of load in each run
 * @property {(settings: Settings) => Experiment[]|Promise<Experiment[]>} experiments
 * @property {Conclusion[]} conclusions
 * @property {string[]} [requires] other labs whose servers it runs
 *
 * @typedef {{runs?: number, duration: number, nodes: string, signal: AbortSignal}} Settings `runs` only if given
 * @typedef {object} Experiment several targets under the same trial, shown in one table
 * @property {string} name unique in the lab
 * @property {string} title
 * @property {Target[]} targets the first one is the one that the others are compared with
 * @property {(target: Target, signal: AbortSignal) => Promise<Observation>} trial
 * @property {Figure[]} figures the report draws the first one
 * @property {{name: string, figures: Record<string, string>}} [source] a publication, and its figures for the targets
 * @property {number} [runs] of each target by default, if not the lab's number
 * @property {'core'} [table] Node core's table, one row per figure and target; all figures must be rates
 * @property {string} [note] how to read the table
 * @property {string} [skipReason] what this machine lacks and how to get it, if the experiment cannot run
 *
 * @typedef {Record<string, number|null>} Observation figures; `generatorBound`: 1 if the generator was the limit
 *
 * @typedef {object} Figure
 * @property {string} name in the observations
 * @property {string} label
 * @property {'req/s'|'ops/s'|'starts/s'|'ms'|'%'|'bytes'|''} unit
 * @property {'higher'|'lower'} [better] set if the table compares the targets by this figure
 *
 * @typedef {object} Conclusion a claim that each run tests. Both functions get the means of the run, and its machine.
 * @property {(mean: Mean, environment: Environment) => string} claim one sentence, with the figures of the run
 * @property {(mean: Mean, environment: Environment) => boolean} holds checks everything that the sentence says
 *
 * @typedef {(experiment: string, target: string, figure: string) => number} Mean NaN if it was not measured
 */

const labNames = () => fs.readdirSync(LABS).filter((name) => fs.existsSync(path.join(LABS, name, 'lab.js'))).sort()

/** @type {(name: string) => Lab & {name: string, folder: string}} `name`: one of labNames */
function findLab (name) {
  const folder = path.join(LABS, name)
  return { name, folder, ...require(path.join(folder, 'lab.js')) }
}

module.exports = { findLab, labNames }
