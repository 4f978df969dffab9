'use strict'

// Reasons to distrust a comparison: a loaded machine, drift, errors, a load generator that was the bottleneck.

const { number, percent } = require('../cli/format')
const { loadedMachineWarnings, otherProgramsWarnings } = require('../measure/result-warnings')
const { summarize, welch } = require('../statistics/welch')

const DRIFT = { p: 0.01, change: 0.05 } // drift must be this certain, and this large relative to the mean

/** @typedef {import('../measure/measure').Result} Result */

/** @param {import('./comparison').Comparison} comparison @returns {string[]} one sentence each */
const comparisonWarnings = ({ a, b, environment, runs }) => [
  ...loadedMachineWarnings(environment),
  ...disturbedWarnings([...runs.a, ...runs.b]),
  ...driftWarnings(`A (${a})`, runs.a),
  ...driftWarnings(`B (${b})`, runs.b),
  ...errorWarnings(`A (${a})`, runs.a),
  ...errorWarnings(`B (${b})`, runs.b),
  ...generatorWarnings(runs)
]

/** @type {(runs: Result[]) => string[]} */
function disturbedWarnings (runs) {
  const disturbed = runs.filter(({ otherPrograms }) => otherProgramsWarnings(otherPrograms ?? null).length)
  if (!disturbed.length) return []
  return [`other programs used CPU time in ${disturbed.length} of ${runs.length} runs. Close them and compare again`]
}

/**
 * Compares the first half of the runs with the second; the middle run of an odd number belongs to neither. Fewer than
 * four runs have no halves to test. Welch's test alone would report a steady change of half a per cent, and a limit
 * alone would report noise, so both must agree.
 * @type {(target: string, runs: Result[]) => string[]}
 */
function driftWarnings (target, runs) {
  const half = Math.floor(runs.length / 2)
  if (half < 2) return []
  const [first, second] = [runs.slice(0, half), runs.slice(-half)]
    .map((part) => summarize(part.map(({ requests }) => requests.average)))
  const change = second.mean / first.mean - 1
  if (Math.abs(change) <= DRIFT.change || welch(first, second) >= DRIFT.p) return []
  const direction = change < 0 ? 'slower' : 'faster'
  return [`${target} drifted: ${percent(Math.abs(change))} ${direction} in the second half of the runs. ` +
    'Let the machine cool down and finish other work, and compare again']
}

/** @type {(target: string, runs: Result[]) => string[]} */
function errorWarnings (target, runs) {
  const failed = runs.filter(({ errors, non2xx }) => errors || non2xx)
  if (!failed.length) return []
  /** @param {'errors'|'timeouts'|'non2xx'} kind */
  const sum = (kind) => number(failed.reduce((total, run) => total + run[kind], 0))
  const counts = `${sum('errors')} errors (${sum('timeouts')} of them timeouts), ${sum('non2xx')} non-2xx`
  return [`${target} had errors in ${failed.length} of ${runs.length} runs: ${counts}. ` +
    'Requests without an answer are missing from its req/s']
}

/** @param {{a: Result[], b: Result[]}} runs */
function generatorWarnings ({ a, b }) {
  const [limitedA, limitedB] = [a, b].map((runs) => runs.filter(({ bottleneck }) => bottleneck === 'generator').length)
  const inA = `in ${limitedA} of ${a.length} runs`
  const inB = `in ${limitedB} of ${b.length} runs`
  const subject = 'the load generator was the bottleneck of'
  const both = `${subject} both (A ${inA}, B ${inB})`
  if (limitedA && limitedB) return [`${both}: the ratio compares the generator with itself`]
  if (limitedB) return [`${subject} B (${inB}): B could do more, the ratio is a lower bound`]
  if (limitedA) return [`${subject} A (${inA}): A could do more, the ratio is an upper bound`]
  return []
}

module.exports = { comparisonWarnings }
