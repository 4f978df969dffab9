'use strict'

// Runs a lab: each experiment measures its targets alternately, each trial in a fresh process.

const { resultHeader } = require('../measure/result-header')
const { interleave } = require('../statistics/interleave')

/**
 * @typedef {import('./labs').Lab & {name: string}} NamedLab
 * @typedef {{onProgress?: (share: number) => void}} LabOptions `share` of trials done, 0 to 1
 * @typedef {import('./labs').Observation} Observation
 * @typedef {object} LabResult
 * @property {number} schema version of this shape
 * @property {string} kind `lab`
 * @property {string} lab name
 * @property {string} title
 * @property {string} startedAt ISO 8601, UTC
 * @property {import('../system/environment').Environment} environment before the first trial
 * @property {{runs: number, duration: number}} settings
 * @property {MeasuredExperiment[]} experiments
 *
 * @typedef {Omit<import('./labs').Experiment, 'targets'|'trial'|'runs'> & {targets: MeasuredTarget[]}}
 *   MeasuredExperiment
 * @typedef {{name: string, observations: Observation[]}} MeasuredTarget no observations if it was skipped
 */

/** @type {(lab: NamedLab, settings: import('./labs').Settings, options?: LabOptions) => Promise<LabResult>} */
async function runLab (lab, settings, { onProgress = () => {} } = {}) {
  const { runs = lab.defaults.runs, duration } = settings
  const header = resultHeader({ kind: 'lab', lab: lab.name, title: lab.title })
  const plans = (await lab.experiments(settings)).map((experiment) => {
    const { skipReason, targets, runs: own = runs } = experiment
    return { experiment, order: skipReason ? [] : interleave(targets, settings.runs ?? own) }
  })
  const count = plans.reduce((sum, { order }) => sum + order.length, 0)
  let done = 0

  const experiments = []
  for (const { experiment: { trial, runs, targets, ...rest }, order } of plans) {
    const measured = targets.map((target) =>
      ({ name: target.name.replace(`${lab.name}/`, ''), observations: /** @type {Observation[]} */ ([]) }))
    for (const target of order) {
      onProgress(done++ / count)
      measured[targets.indexOf(target)].observations.push(await trial(target, settings.signal))
    }
    experiments.push({ ...rest, targets: measured })
  }
  onProgress(1)
  return { ...header, settings: { runs, duration }, experiments }
}

module.exports = { runLab }
