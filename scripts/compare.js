'use strict'

require('./lib/base/preconditions')
const { command } = require('./lib/base/command')
const { FindingError, UsageError } = require('./lib/base/errors')
const { withProgressBar } = require('./lib/base/progress')
const { fileLine } = require('./lib/base/terminal')
const { compare, readComparison } = require('./lib/experiments/series')
const { judgeGates } = require('./lib/experiments/gate')
const { analyzeComparison } = require('./lib/experiments/analysis')
const { loadFlags, loadFromFlags } = require('./lib/measure/load-flags')
const { requestFlags, requestFromFlags, targetFlags, targetsFromFlags } = require('./lib/measure/target-flags')
const { targetNames } = require('./lib/measure/targets')
const { comparisonTable } = require('./lib/present/comparison-table')
const { resultSaver } = require('./lib/measure/results')

const { app, ...ownFlags } = targetFlags // A and B name the targets

command({
  summary: 'Measures two targets in turns, in fresh processes, and tells which needs less CPU time.\n' +
    `Targets: ${targetNames.join(', ')},\na lab's server, a file or a command.`,
  flags: {
    a: { type: 'string', default: 'fast', help: 'the target to compare with' },
    b: { type: 'string', default: 'optimized', help: 'the target to judge' },
    runs: { type: 'integer', min: 2, max: 1000, default: 10, help: 'runs of each target, an even number' },
    ...ownFlags,
    ...requestFlags,
    ...loadFlags,
    duration: { ...loadFlags.duration, default: 3 },
    watched: { type: 'boolean', help: 'sample B during its loads, as make live does; with A=B: the overhead of that' },
    from: { type: 'string', help: 'a saved comparison to judge again, without a load' },
    'max-loss': { type: 'number', min: 0, max: 80, help: 'exit with 3 if B is shown to lose more than this many %' },
    'min-ratio': { type: 'number', min: 0, max: 1_000_000, help: 'exit with 3 unless B is shown to be so × as fast' },
    json: { type: 'boolean', help: 'print one JSON document and nothing else' },
    record: { type: 'boolean', help: 'save into docs/results and replace the comparison that the docs quote' }
  }
}, async ({ values, signal, paint }) => {
  const { from, json, 'max-loss': maxLoss, 'min-ratio': minRatio } = values
  const save = from ? () => from : resultSaver(values.record)
  const comparison = from ? readComparison(from) : await run(values, signal)
  const analysis = analyzeComparison(comparison) // before it is saved: what cannot be judged is not kept
  const gates = judgeGates(analysis, { maxLoss, minRatio })
  const { connections } = comparison.settings
  const suffix = connections === loadFlags.connections.default ? '' : `-connections-${connections}`
  const file = save(comparison, `compare-${comparison.a}-${comparison.b}${suffix}.json`)
  if (json) {
    const { startedAt, environment, settings } = comparison
    console.log(JSON.stringify({ startedAt, environment, settings, file, ...analysis, gates }, null, 2))
  } else {
    console.log(comparisonTable(comparison, { ...analysis, gates }, paint))
    console.log(fileLine(paint, from ? 'from' : 'saved', file))
  }
  for (const { passed, verdict } of gates) if (!passed) throw new FindingError(verdict)
})

/** @param {Record<string, any>} values @param {AbortSignal} signal */
async function run ({ a, b, runs, watched, ...flags }, signal) {
  const [targetA, foundB] = targetsFromFlags([a, b], flags)
  const suffix = watched ? '-watched' : foundB.name === targetA.name && a !== b ? '-b' : ''
  const targetB = { ...foundB, name: `${foundB.name}${suffix}`, watched }
  const load = { ...loadFromFlags(flags), ...requestFromFlags(flags) }
  if (runs % 2) throw new UsageError(`RUNS must be even, because a block has two runs of each target: use ${runs + 1}`)
  if (load.rate) throw new UsageError('RATE gives both targets the same req/s: nothing is left to compare')
  const settings = { runs, ...load, ...(watched && { watched }) }
  return await withProgressBar(`${targetA.name} → ${targetB.name}`, (onProgress) =>
    compare(targetA, targetB, settings, { onProgress, signal }))
}
