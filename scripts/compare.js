'use strict'

require('./lib/base/preconditions')
const { command, jsonFlag, recordFlag } = require('./lib/base/command')
const { FindingError } = require('./lib/base/errors')
const { fileLine, withProgressBar } = require('./lib/base/terminal')
const { analyzeComparison } = require('./lib/experiments/analysis')
const { judgeGates } = require('./lib/experiments/gate')
const { measureSeries } = require('./lib/experiments/series')
const { loadFlags, loadFromFlags } = require('./lib/measure/load-flags')
const { readResult, resultSaver } = require('./lib/measure/results')
const { targetFlags, targetsFromFlags, TARGET_HELP } = require('./lib/measure/target-flags')
const { comparisonTable } = require('./lib/present/comparison-table')

const { app, ...targetSettings } = targetFlags // A and B name the targets
const { rate, ...loadSettings } = loadFlags // with a rate, both would answer the same req/s

command({
  summary: 'Measures two targets in turns, and tells which needs less CPU ' +
    `time.\nTargets: ${TARGET_HELP}.`,
  flags: {
    a: {
      type: 'string',
      default: 'fast',
      help: 'the target to compare with'
    },
    b: {
      type: 'string',
      default: 'optimized',
      help: 'the target to judge'
    },
    runs: {
      type: 'integer',
      min: 2,
      max: 1000,
      default: 10,
      help: 'runs of each, in pairs'
    },
    ...targetSettings,
    ...loadSettings,
    duration: { ...loadFlags.duration, default: 3 },
    from: {
      type: 'string',
      help: 'a saved comparison to judge again, without a load'
    },
    'max-loss': {
      type: 'number',
      min: 0,
      max: 80,
      help: 'exit with 3 if B is shown to lose more than this many %'
    },
    'min-ratio': {
      type: 'number',
      min: 0,
      max: 1e6,
      help: 'exit with 3 unless B is shown to be so × as fast'
    },
    json: jsonFlag,
    record: recordFlag
  }
}, async ({ values, signal, paint }) => {
  const { from, json, 'max-loss': maxLoss, 'min-ratio': minRatio } = values
  const save = from ? () => from : resultSaver(values.record)
  const comparison = from ? readResult(from) : await measureComparison(values, signal)
  const analysis = analyzeComparison(comparison)
  const gates = judgeGates(analysis, { maxLoss, minRatio })
  const { connections } = comparison.settings
  const suffix = connections === loadFlags.connections.default ? '' : `-connections-${connections}`
  const file = save(comparison, `compare-${analysis.a.name}-${analysis.b.name}${suffix}.json`)
  if (json) {
    const { targets, ...header } = comparison
    console.log(JSON.stringify({
      ...header,
      file,
      ...analysis,
      gates
    }, null, 2))
  } else {
    console.log(comparisonTable(comparison, analysis, gates, paint))
    console.log(fileLine(paint, from ? 'from' : 'saved', file))
  }
  const failed = gates.find(({ passed }) => !passed)
  if (failed) throw new FindingError(failed.verdict)
})

async function measureComparison (values, signal) {
  const [a, b] = targetsFromFlags([values.a, values.b], values)
  if (a.name === b.name && values.a !== values.b) b.name += '-b'
  const settings = { runs: values.runs, ...loadFromFlags(values) }
  return await withProgressBar(`${a.name} → ${b.name}`, (onProgress) =>
    measureSeries([a, b], settings, { onProgress, signal }))
}
