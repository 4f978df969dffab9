'use strict'

// Reasons to distrust a comparison: a loaded machine, other programs, drift, outliers,
// errors, a load generator that was the bottleneck.

const { number, percent, significant } = require('../base/format')
const { loadedMachineWarnings, backgroundCpuWarnings } = require('../measure/result-warnings')
const { median } = require('../statistics/median')
const { summarize, welch } = require('../statistics/welch')

const DRIFT = { p: 0.01, change: 0.05 } // drift must be this certain, and this large relative to the mean
const OUTLIER = { runs: 6, deviations: 8, change: 0.1 }
const LISTED = 3 // outliers of one target

/** @typedef {import('../measure/measure').Result} Result */
/** @typedef {{name: string, values: number[]}} Series one figure of one target, in the order of the runs */
/** @typedef {'compare'|'measure'} Verb what to do again */

/** @param {import('./series').Comparison} comparison @returns {string[]} one sentence each */
function comparisonWarnings ({ a, b, environment, runs }) {
  const sides = [{ name: `A (${a})`, runs: runs.a }, { name: `B (${b})`, runs: runs.b }]
  const rates = sides.map(({ name, runs }) => ({ name, values: runs.map(({ requests }) => requests.average) }))
  const times = sides.map(({ name, runs }) =>
    ({ name: `the CPU time of ${name}`, values: runs.flatMap(({ cpuPerRequest }) => cpuPerRequest ?? []) }))
  return [
    ...loadedMachineWarnings(environment, [...runs.a, ...runs.b]),
    ...disturbedWarnings([...runs.a, ...runs.b], 'compare'),
    ...rates.flatMap((series) => driftWarnings(series, ['slower', 'faster'], 'compare')),
    ...(times.every(({ values }) => values.length) ? times : rates).flatMap((series) =>
      outlierWarnings(series, 'compare')),
    ...sides.flatMap(({ name, runs }) => errorWarnings(name, runs)),
    ...generatorWarnings(runs)
  ]
}

/** @type {(runs: {backgroundCpu?: number|null}[], verb: Verb) => string[]} */
function disturbedWarnings (runs, verb) {
  const disturbed = runs.filter(({ backgroundCpu }) => backgroundCpuWarnings(backgroundCpu ?? null).length)
  if (!disturbed.length) return []
  return [`other programs used CPU time in ${disturbed.length} of ${runs.length} runs. Close them and ${verb} again`]
}

/**
 * Compares the first half of the runs with the second; the middle run of an odd number belongs to neither. Fewer than
 * four runs have no halves to test. Welch's test alone would report a steady change of half a per cent, and a limit
 * alone would report noise, so both must agree.
 * @type {(series: Series, directions: [less: string, more: string], verb: Verb) => string[]}
 */
function driftWarnings ({ name, values }, [less, more], verb) {
  const half = Math.floor(values.length / 2)
  if (half < 2) return []
  const [first, second] = [values.slice(0, half), values.slice(-half)].map(summarize)
  const change = second.mean / first.mean - 1
  if (!(Math.abs(change) > DRIFT.change) || welch(first, second) >= DRIFT.p) return []
  return [`${name} drifted: ${percent(Math.abs(change))} ${change < 0 ? less : more} in the second half of the runs. ` +
    `Let the machine cool down and finish other work, and ${verb} again`]
}

/**
 * A run is an outlier if it is further from the median than eight median absolute deviations (5.4 standard deviations
 * of normal noise) and than 10 % of the median. With 5 % of normal noise, at most 3 % of targets have one by chance,
 * from six runs on; fewer runs say too little about the deviation.
 * Source: C. Leys et al., "Detecting outliers: Do not use standard deviation around the mean, use absolute deviation
 * around the median", Journal of Experimental Social Psychology 49, 2013; its limit is about half as far away.
 * @type {(series: Series, verb: Verb) => string[]}
 */
function outlierWarnings ({ name, values }, verb) {
  if (values.length < OUTLIER.runs) return []
  const middle = median(values)
  const distances = values.map((value) => Math.abs(value - middle))
  const limit = Math.max(OUTLIER.deviations * median(distances), OUTLIER.change * Math.abs(middle))
  const outliers = values.filter((_, i) => distances[i] > limit)
  if (!outliers.length) return []
  const count = `${outliers.length} of ${values.length} runs`
  return [`${name} was far from its median of ${significant(middle)} in ${count}: ` +
    `${outliers.slice(0, LISTED).map(significant).join(', ')}. Look for what disturbed them, and ${verb} again`]
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

const GENERATOR = 'the load generator was the bottleneck of'

/** @param {{a: Result[], b: Result[]}} runs */
function generatorWarnings ({ a, b }) {
  const [limitedA, limitedB] = [a, b].map((runs) => runs.filter(({ bottleneck }) => bottleneck === 'generator').length)
  const inA = `in ${limitedA} of ${a.length} runs`
  const inB = `in ${limitedB} of ${b.length} runs`
  const both = `${GENERATOR} both (A ${inA}, B ${inB})`
  if (limitedA && limitedB) return [`${both}: the ratio compares the generator with itself`]
  if (limitedB) return [`${GENERATOR} B (${inB}): B could do more, the ratio is a lower bound`]
  if (limitedA) return [`${GENERATOR} A (${inA}): A could do more, the ratio is an upper bound`]
  return []
}

module.exports = { comparisonWarnings }
