'use strict'

require('./lib/cli/preconditions')
const { command } = require('./lib/cli/command')
const { FindingError, UsageError } = require('./lib/cli/errors')
const { withProgressBar } = require('./lib/cli/progress')
const { fileLine } = require('./lib/cli/terminal')
const { compare, readComparison } = require('./lib/experiments/comparison')
const { judgeComparison } = require('./lib/experiments/judgement')
const { loadFlags, loadFromFlags } = require('./lib/measure/load-flags')
const { findTarget, targetNames } = require('./lib/measure/targets')
const { comparisonTable } = require('./lib/present/comparison-table')
const { resultSaver } = require('./lib/results/store')

command({
  summary: 'Measures two targets in turns, in fresh processes, and judges them by Welch\'s t-test.\n' +
    `Targets: ${targetNames.join(', ')}, or a lab's server.`,
  flags: {
    a: { type: 'string', default: 'fast', help: 'the target to compare with' },
    b: { type: 'string', default: 'optimized', help: 'the target to judge' },
    runs: { type: 'integer', min: 2, max: 1000, default: 10, help: 'runs of each target' },
    ...loadFlags,
    duration: { ...loadFlags.duration, default: 3 },
    watched: { type: 'boolean', help: 'sample B during its loads, as make live does; with A=B: the overhead of that' },
    from: { type: 'string', help: 'a saved comparison to judge again, without a load' },
    'min-ratio': { type: 'number', min: 0, max: 1_000_000, help: 'exit with 3 unless B/A is at least this, at 95 %' },
    json: { type: 'boolean', help: 'print one JSON document and nothing else' },
    record: { type: 'boolean', help: 'save into docs/results and replace the comparison that the docs quote' }
  }
}, async ({ values, signal, paint }) => {
  const { from, json, 'min-ratio': required } = values
  const save = from ? () => from : resultSaver(values.record)
  const comparison = from ? readComparison(from) : await run(values, signal)
  const judgement = judgeComparison(comparison) // before it is saved: what cannot be judged is not kept
  const file = save(comparison, `compare-${comparison.a}-${comparison.b}.json`)
  if (json) {
    const { startedAt, environment, settings } = comparison
    console.log(JSON.stringify({ startedAt, environment, settings, file, ...judgement }, null, 2))
  } else {
    console.log(comparisonTable(comparison, judgement, paint))
    console.log(fileLine(paint, from ? 'from' : 'saved', file))
  }
  const [lowerBound] = judgement.ratioInterval
  if (lowerBound >= (required ?? -Infinity)) return
  throw new FindingError(`MIN_RATIO not met: lower bound ${lowerBound.toFixed(2)} ×, required ${required} ×`)
})

/** @param {Record<string, any>} values @param {AbortSignal} signal */
async function run ({ a, b, runs, watched, ...flags }, signal) {
  const targetA = findTarget(a)
  const targetB = { ...findTarget(b), ...(watched && { name: `${b}-watched`, watched }) }
  const load = loadFromFlags(flags)
  if (load.rate) throw new UsageError('RATE gives both targets the same req/s: nothing is left to compare')
  const settings = { runs, ...load, ...(watched && { watched }) }
  return await withProgressBar(`${targetA.name} → ${targetB.name}`, (onProgress) =>
    compare(targetA, targetB, settings, { onProgress, signal }))
}
