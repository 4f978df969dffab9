'use strict'

// Runs a lab: in each experiment the targets in turns, each trial in a fresh process.

const { resultHeader } = require('../measure/result-header')
const { interleave } = require('../statistics/interleave')

/**
 * @typedef {object} LabResult
 * @property {number} schema version of this shape
 * @property {'lab'} kind
 * @property {string} lab name
 * @property {string} title
 * @property {string} startedAt ISO 8601, UTC
 * @property {import('../system/environment').Environment} environment before the first trial
 * @property {{runs: number, duration: number}} settings
 * @property {MeasuredExperiment[]} experiments
 */

/**
 * @typedef {Pick<import('./labs').Experiment, 'name'|'title'|'figures'|'table'|'source'|'note'|'missing'> & object} MeasuredExperiment
 * @property {{name: string, observations: import('./labs').Observation[]}[]} targets with their names in the lab;
 *   no observations where something was missing
 */

/**
 * @param {import('./labs').Lab & {name: string}} lab
 * @param {import('./labs').Settings} settings
 * @param {{onProgress?: (share: number) => void}} [options] is told what share of the trials is done, 0 to 1
 * @returns {Promise<LabResult>}
 * @throws {import('../cli/errors').UserError} when a server dies or does not start
 */
async function runLab (lab, settings, { onProgress = () => {} } = {}) {
  const { runs = lab.defaults.runs, duration } = settings
  const before = { ...resultHeader({ kind: 'lab', lab: lab.name, title: lab.title }), settings: { runs, duration } }
  const planned = (await lab.experiments(settings)).map((experiment) => ({ experiment, plan: planOf(experiment, settings.runs ?? experiment.runs ?? runs) }))
  const all = planned.reduce((sum, { plan }) => sum + plan.length, 0)
  let done = 0

  const experiments = []
  for (const { experiment, plan } of planned) {
    const observations = new Map(experiment.targets.map((target) => [target, []]))
    for (const target of plan) {
      onProgress(done++ / all)
      observations.get(target).push(await experiment.trial(target, settings.signal))
    }
    experiments.push(measured(experiment, lab, observations))
  }
  onProgress(1)
  return { ...before, experiments }
}

function planOf ({ missing, targets }, runs) {
  return missing ? [] : interleave(targets, runs)
}

function measured ({ name, title, figures, table, source, note, missing }, lab, observations) {
  const targets = [...observations].map(([target, seen]) => ({ name: target.name.replace(`${lab.name}/`, ''), observations: seen }))
  return { name, title, figures, table, source, note, missing, targets }
}

module.exports = { runLab }
