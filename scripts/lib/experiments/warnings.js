'use strict'

// What speaks against believing a comparison: drift, a loaded machine, errors, a generator that was the limit.

const { number, percent } = require('../cli/format')
const { loadedMachineWarnings } = require('../measure/result-warnings')
const { summarize, welch } = require('../statistics/welch')

const DRIFT = { p: 0.01, change: 0.05 } // so sure, and so large a share of the mean, before drift is worth a word

/**
 * @param {import('./comparison').Comparison} comparison
 * @returns {string[]} a sentence each
 */
function comparisonWarnings ({ a, b, environment, runs }) {
  return [
    ...loadedMachineWarnings(environment),
    ...driftWarnings(`A (${a})`, runs.a),
    ...driftWarnings(`B (${b})`, runs.b),
    ...errorWarnings(`A (${a})`, runs.a),
    ...errorWarnings(`B (${b})`, runs.b),
    ...generatorWarnings(runs)
  ]
}

/**
 * The first half of the runs against the second; with an odd number, the middle one stands aside. Fewer than four
 * runs have no halves to test. Welch's test alone would report a steady change of half a per cent, and a limit alone
 * would report noise, so both must agree.
 */
function driftWarnings (who, runs) {
  const half = Math.floor(runs.length / 2)
  if (half < 2) return []
  const [first, second] = [runs.slice(0, half), runs.slice(-half)]
    .map((some) => summarize(some.map(({ requests }) => requests.average)))
  const change = second.mean / first.mean - 1
  if (Math.abs(change) <= DRIFT.change || welch(first, second) >= DRIFT.p) return []
  return [`${who} drifted: ${percent(Math.abs(change))} ${change < 0 ? 'slower' : 'faster'} in the second half of the runs. Let the machine cool and come to rest, and compare again`]
}

function errorWarnings (who, runs) {
  const failed = runs.filter(({ errors, non2xx }) => errors || non2xx)
  if (!failed.length) return []
  const sum = (what) => number(failed.reduce((total, run) => total + run[what], 0))
  return [`${who} had errors in ${failed.length} of ${runs.length} runs: ${sum('errors')} errors (${sum('timeouts')} of them timeouts), ${sum('non2xx')} non-2xx. What failed is missing from its req/s`]
}

function generatorWarnings (runs) {
  const share = (runs) => `${runs.filter(byGenerator).length} of ${runs.length}`
  const [a, b] = [runs.a.some(byGenerator), runs.b.some(byGenerator)]
  if (a && b) return [`the load generator was the bottleneck of both (A in ${share(runs.a)} runs, B in ${share(runs.b)}): the ratio compares the generator with itself`]
  if (b) return [`the load generator was the bottleneck of B (in ${share(runs.b)} runs): B could do more, the ratio is a lower bound`]
  if (a) return [`the load generator was the bottleneck of A (in ${share(runs.a)} runs): A could do more, the ratio is an upper bound`]
  return []
}

const byGenerator = ({ bottleneck }) => bottleneck === 'generator'

module.exports = { comparisonWarnings }
