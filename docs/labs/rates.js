'use strict'

// Compares the request rates of two targets in a lab's conclusions. A rate is a lower bound if the load generator was
// the bottleneck in one of its runs.

/**
 * @param {import('../../scripts/lib/experiments/labs').Mean} mean
 * @param {string} experiment
 * @param {string} target
 * @param {string} baseline
 * @returns {{ratio: number, low: number, high: number, prefix: string}} target to baseline, the bounds of what the runs
 *   support, and `at least ` or `at most ` for the text where the ratio is a bound
 */
function compareRates (mean, experiment, target, baseline) {
  const ratio = mean(experiment, target, 'rate') / mean(experiment, baseline, 'rate')
  const [targetBound, baselineBound] = [target, baseline].map((name) => mean(experiment, name, 'generatorBound') > 0)
  return {
    ratio,
    low: baselineBound ? 0 : ratio,
    high: targetBound ? Infinity : ratio,
    prefix: targetBound && baselineBound ? 'perhaps ' : targetBound ? 'at least ' : baselineBound ? 'at most ' : ''
  }
}

module.exports = { compareRates }
