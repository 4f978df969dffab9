'use strict'

// The labs by name. A lab is a folder in docs/labs with a lab.js that says what to measure and what follows from it.
// `valuesOf` and `countLimited` read a figure from its runs.

const fs = require('node:fs')
const path = require('node:path')
const { LABS } = require('../measure/targets')
const { installPackages } = require('../system/npm')

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
 * @property {string} [note] the load of each run, by the settings, and how to read the table
 * @property {string} [skipReason] what this machine lacks and how to get it, if the experiment cannot run
 *
 * @typedef {Record<string, number|null>} Observation figures of one run. A load adds `generatorBound`, 1 if the
 *   generator was the bottleneck, and `backgroundCpu`, the CPU time of other programs as a share of one core
 *
 * @typedef {object} Figure
 * @property {string} name in the observations
 * @property {string} label
 * @property {'req/s'|'ops/s'|'starts/s'|'ms'|'µs'|'%'|'bytes'|''} unit
 * @property {'higher'|'lower'} [better] set if the table compares the targets by this figure
 * @property {string} [limitedBy] of a rate: which observation is 1 if the load generator was its limit
 *
 * @typedef {object} Conclusion a claim that each run tests. Both functions get the figures of the run, and its machine.
 * @property {(figures: Figures, environment: Environment) => string} claim one sentence or two, with the figures of the
 *   run and their intervals
 * @property {(figures: Figures, environment: Environment) => boolean} holds whether the intervals support all of it
 *
 * @typedef {object} Figures of a run; NaN where one was not measured
 * @property {(experiment: string, target: string, figure: string) => number} median
 * @property {(experiment: string, target: string, figure: string) => [number, number]} range the least and the most of
 *   all runs: for what has no ratio, such as counts, shares, and latencies that may be 0
 * @property {(experiment: string, target: string, reference: string, figure: string) => Ratio} ratio of two targets
 *
 * @typedef {object} Ratio
 * @property {number} ratio
 * @property {number} low of its 95 % confidence interval by blocks of A B B A. Where there is none, 0
 * @property {number} high where there is none, Infinity
 * @property {string} text as `1.44 × (1.38 to 1.51)`
 */

const labNames = () => fs.readdirSync(LABS).filter((name) => fs.existsSync(path.join(LABS, name, 'lab.js'))).sort()

/** @type {(name: string) => Lab & {name: string, folder: string}} `name`: one of labNames */
function findLab (name) {
  const folder = path.join(LABS, name)
  return { name, folder, ...require(path.join(folder, 'lab.js')) }
}

/** @type {(lab: {name: string, folder: string}, signal?: AbortSignal) => Promise<void>} a UserError if npm fails */
const installLab = ({ name, folder }, signal) => installPackages(folder, `the lab ${name}`, signal)

/** @typedef {import('./run-lab').MeasuredTarget} MeasuredTarget */

/** @type {(target: MeasuredTarget|undefined, figure: string) => number[]} of the runs that have it */
const valuesOf = (target, figure) =>
  (target?.observations ?? []).map((observation) => observation[figure]).filter((value) => typeof value === 'number')

/** @type {(target: MeasuredTarget, figure: Figure) => number} in how many runs the generator was the limit of it */
const countLimited = ({ observations }, { limitedBy }) =>
  limitedBy ? observations.filter((observation) => observation[limitedBy]).length : 0

module.exports = { countLimited, findLab, installLab, labNames, valuesOf }
