'use strict'

require('./lib/cli/preconditions')
const { command } = require('./lib/cli/command')
const { FindingError } = require('./lib/cli/errors')
const { integer, jsonFlag, number, text } = require('./lib/cli/flags')
const { printSaved, withProgressBar } = require('./lib/cli/terminal')
const { analyzeComparison, judgeGates } = require('./lib/compare/analysis')
const { measureSeries } = require('./lib/compare/series')
const { loadFlags, loadFromFlags } = require('./lib/load/load-settings')
const { saveResult } = require('./lib/load/results')
const { targetFlags, targetsFromFlags, TARGET_HELP } = require('./lib/server/target-flags')
const { comparisonTable } = require('./lib/show/comparison-table')
const { MIN_PAIRS } = require('./lib/compare/paired')

const { app, ...targetSettings } = targetFlags // A and B name the targets
const { rate, ...loadSettings } = loadFlags // with a rate, both would answer the same req/s

command({
  summary: `Alternates between two targets, and compares their CPU time.\nTargets: ${TARGET_HELP}.`,
  flags: {
    a: text('the target to compare with', 'fast'),
    b: text('the target to judge', 'optimized'),
    runs: integer(MIN_PAIRS, 1000, 'runs of each, in pairs', 10),
    ...targetSettings,
    ...loadSettings,
    duration: { ...loadFlags.duration, default: 3 },
    'max-loss': number(0, 80, 'exit with 3 if B lost more than this many %\nand the interval ' +
      'shows a loss'),
    'min-ratio': number(0, 1e6, 'exit with 3 unless B is shown to be this many × as fast'),
    json: jsonFlag
  }
}, async ({ values, signal }) => {
  const { runs, json, 'max-loss': maxLoss, 'min-ratio': minRatio } = values
  const [a, b] = targetsFromFlags([values.a, values.b], values)
  if (a.name === b.name && values.a !== values.b) b.name += '-b'
  const load = loadFromFlags(values)
  const comparison = await withProgressBar(`${a.name} → ${b.name}`, (onProgress) =>
    measureSeries([a, b], { runs, ...load }, { onProgress, signal }))
  const analysis = analyzeComparison(comparison)
  const gates = judgeGates(analysis, { maxLoss, minRatio })
  const subject = `compare-${a.name}-${b.name}`
  if (json) {
    const { targets, ...header } = comparison
    const file = saveResult(comparison, subject)
    console.log(JSON.stringify({ ...header, file, ...analysis, gates }, null, 2))
  } else {
    console.log(comparisonTable(comparison, analysis, gates))
    printSaved(saveResult(comparison, subject))
  }
  const failed = gates.find(({ passed }) => !passed)
  if (failed) throw new FindingError(failed.verdict)
})
