'use strict'

require('./lib/base/preconditions')
const { command } = require('./lib/base/command')
const { withProgressBar } = require('./lib/base/progress')
const { fileLine } = require('./lib/base/terminal')
const { measureSeries } = require('./lib/experiments/series')
const { loadFlags, loadFromFlags } = require('./lib/measure/load-flags')
const { resultSaver } = require('./lib/measure/results')
const { targetFlags, targetsFromFlags } = require('./lib/measure/target-flags')
const { targetNames } = require('./lib/measure/targets')
const { resultCard } = require('./lib/present/result-table')
const { CPU_NOTE, summaryTable } = require('./lib/present/summary-table')
const { terminalTable } = require('./lib/present/table')
const { commandByHand } = require('./lib/profiling/by-hand')

const DEFAULT_TARGETS = ['slow', 'fast', 'optimized', 'baseline']
const TARGET_HELP = `${targetNames.join(', ')},\na lab's server, a file or a command;\n` +
  `without one: ${DEFAULT_TARGETS.join(', ')}`

command({
  summary: 'Loads each target in a fresh process and saves the results.',
  operands: [{ name: 'target', many: true, help: TARGET_HELP }],
  flags: {
    runs: { type: 'integer', min: 1, max: 1000, default: 1, help: 'runs of each target, in turns' },
    ...targetFlags,
    ...loadFlags,
    quiet: { type: 'boolean', help: 'do not print the command that does the same by hand' },
    record: { type: 'boolean', help: 'save into docs/results, for the docs' }
  }
}, async ({ values, operands, signal, paint }) => {
  const { runs, quiet, record, app } = values
  const targets = targetsFromFlags(operands, values, DEFAULT_TARGETS)
  const load = loadFromFlags(values)
  const settings = { runs, ...load }
  const save = resultSaver(record)
  const rate = load.rate ? [`rate-${load.rate}`] : []
  if (targets.length === 1 && !quiet) {
    console.log(paint('dim', `by hand: ${commandByHand('bench', targets[0], load)}\n`))
  }

  /** @param {import('./lib/measure/types').Result} result */
  function showRun (result) {
    const file = save(result, `${['bench', result.target, ...rate].join('-')}.json`)
    console.log(`${resultCard(result, paint)}\n${fileLine(paint, 'saved', file)}\n`)
  }
  const progress = process.stderr.isTTY
  const series = runs === 1
    ? await measureSeries(targets, settings, { progress, onResult: showRun, signal })
    : await withProgressBar('bench', (onProgress) =>
      measureSeries(targets, settings, { onProgress, signal }))
  if (runs > 1 || targets.length > 1) {
    console.log(terminalTable(summaryTable(series.targets.map((target) => target.runs)), paint))
    console.log(paint('dim', CPU_NOTE))
  }
  if (runs === 1) return
  const named = operands.length || app ? targets.map(({ name }) => name) : []
  const parts = [...named, ...rate] // none: the series that the docs quote
  const name = parts.length ? ['bench', ...parts, 'series'].join('-') : 'bench'
  console.log(fileLine(paint, 'saved', save(series, `${name.replaceAll('/', '-')}.json`)))
})
