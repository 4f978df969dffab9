'use strict'

// Runs a lab: in each experiment the contenders in turns, each trial in a fresh process.

const { environment } = require('../environment')
const { turns } = require('../turns')

/**
 * @typedef {object} LabResult
 * @property {number} schema version of this shape
 * @property {'lab'} kind
 * @property {string} lab name
 * @property {string} title
 * @property {string} startedAt ISO 8601, UTC
 * @property {import('../environment').Environment} environment before the first trial
 * @property {{runs: number, duration: number}} settings
 * @property {Measured[]} experiments
 */

/**
 * @typedef {Pick<import('./lab').Experiment, 'name'|'title'|'figures'|'table'|'source'|'note'|'missing'> & object} Measured
 * @property {{name: string, observations: import('./lab').Observation[]}[]} contenders with their names in the lab;
 *   no observations where something was missing
 */

/**
 * @param {import('./lab').Lab & {name: string}} lab
 * @param {import('./lab').Settings} settings
 * @param {{onProgress?: (share: number) => void}} [options] is told what share of the trials is done, 0 to 1
 * @returns {Promise<LabResult>}
 * @throws {import('../errors').UserError} when a server dies or does not start
 */
async function runLab (lab, settings, { onProgress = () => {} } = {}) {
  const { runs = lab.defaults.runs, duration } = settings
  const before = { schema: 1, kind: 'lab', lab: lab.name, title: lab.title, startedAt: new Date().toISOString(), environment: environment(), settings: { runs, duration } }
  const planned = (await lab.experiments(settings)).map((experiment) => ({ experiment, plan: planOf(experiment, settings.runs ?? experiment.runs ?? runs) }))
  const all = planned.reduce((sum, { plan }) => sum + plan.length, 0)
  let done = 0

  const experiments = []
  for (const { experiment, plan } of planned) {
    const observations = new Map(experiment.contenders.map((contender) => [contender, []]))
    for (const contender of plan) {
      onProgress(done++ / all)
      observations.get(contender).push(await experiment.trial(contender, settings.signal))
    }
    experiments.push(measured(experiment, lab, observations))
  }
  onProgress(1)
  return { ...before, experiments }
}

function planOf ({ missing, contenders }, runs) {
  return missing ? [] : turns(contenders, runs)
}

function measured ({ name, title, figures, table, source, note, missing }, lab, observations) {
  const contenders = [...observations].map(([contender, seen]) => ({ name: contender.name.replace(`${lab.name}/`, ''), observations: seen }))
  return { name, title, figures, table, source, note, missing, contenders }
}

module.exports = { runLab }
