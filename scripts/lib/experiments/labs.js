'use strict'

// The labs, by name: folders under docs/labs/, each with a lab.js that says what is measured there.

const fs = require('node:fs')
const path = require('node:path')
const { LABS } = require('../measure/targets')
const { UsageError } = require('../cli/errors')

/**
 * @typedef {object} Lab what docs/labs/<name>/lab.js exports
 * @property {string} title
 * @property {string} question one line, for `make labs`
 * @property {{runs: number, duration: number}} defaults of each target; s of load in each run
 * @property {(settings: Settings) => Experiment[]|Promise<Experiment[]>} experiments
 * @property {Conclusion[]} conclusions
 * @property {string[]} [uses] other labs whose servers it runs
 */

/** @typedef {{runs?: number, duration: number, nodes: string, signal: AbortSignal}} Settings of the command; `runs` where the user gave it */

/**
 * @typedef {object} Experiment targets under the same trial, in one table
 * @property {string} name unique in the lab
 * @property {string} title
 * @property {import('../measure/targets').Target[]} targets the first is what the others are compared with
 * @property {(target: import('../measure/targets').Target, signal: AbortSignal) => Promise<Observation>} trial
 * @property {Figure[]} figures the first is drawn in the report
 * @property {{name: string, figures: Record<string, string>}} [source] of the material, and what it says of each target
 * @property {number} [runs] of each target by default, where it is not the lab's number
 * @property {'core'} [table] a row for each figure and target, in the format of Node core; all figures are then rates
 * @property {string} [note] how to read it
 * @property {string} [missing] what this machine lacks, and how to get it: the experiment is then skipped
 */

/** @typedef {Record<string, number|null>} Observation the figures of one trial; `limited`: 1 when the generator was the limit */

/**
 * @typedef {object} Figure
 * @property {string} name in the observations
 * @property {string} label
 * @property {'req/s'|'ops/s'|'starts/s'|'ms'|'%'|'bytes'|''} unit
 * @property {'more'|'less'} [better] given where targets are to be judged by it
 */

/**
 * @typedef {object} Conclusion a claim that each run puts to the test
 * @property {(mean: Mean) => boolean} holds
 * @property {(mean: Mean) => string} says one sentence, with the figures of the run
 */

/**
 * @callback Mean
 * @param {string} experiment
 * @param {string} target without the lab's name
 * @param {string} figure
 * @returns {number} NaN where it was not measured
 */

/** @returns {string[]} names of the labs */
function labNames () {
  return fs.readdirSync(LABS).filter((name) => fs.existsSync(path.join(LABS, name, 'lab.js'))).sort()
}

/**
 * @param {string} name
 * @returns {Lab & {name: string, folder: string}}
 * @throws {UsageError} when there is none; the message lists those that exist
 */
function findLab (name) {
  if (!labNames().includes(name)) throw new UsageError(`unknown lab "${name}": choose from ${labNames().join(', ')}`)
  const folder = path.join(LABS, name)
  return { name, folder, ...require(path.join(folder, 'lab.js')) }
}

module.exports = { findLab, labNames }
