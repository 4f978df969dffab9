'use strict'

require('./lib/base/preconditions')
const { command } = require('./lib/base/command')
const { withProgressBar } = require('./lib/base/progress')
const { fileLine } = require('./lib/base/terminal')
const { measureSeries } = require('./lib/experiments/series')
const { loadFlags, loadFromFlags } = require('./lib/measure/load-flags')
const { requestFlags, requestFromFlags, targetFlags, targetsFromFlags } = require('./lib/measure/target-flags')
const { targetNames } = require('./lib/measure/targets')
const { commandByHand } = require('./lib/profiling/by-hand')
const { resultCard } = require('./lib/present/result-table')
const { summaryTable, CPU_NOTE } = require('./lib/present/summary-table')
const { terminalTable } = require('./lib/present/table')
const { resultSaver } = require('./lib/measure/results')

const DEFAULT_TARGETS = ['slow', 'fast', 'optimized', 'baseline']
const TARGET_HELP = `${targetNames.join(', ')},\na lab's server, a file or a command;\n` +
  `without one: ${DEFAULT_TARGETS.join(', ')}`

command({
  summary: 'Loads each target in a fresh process and saves the results.',
  operands: [{ name: 'target', many: true, help: TARGET_HELP }],
  flags: {
    runs: { type: 'integer', min: 1, max: 1000, default: 1, help: 'runs of each target, in turns' },
    ...targetFlags,
    ...requestFlags,
    ...loadFlags,
    quiet: { type: 'boolean', help: 'do not print the command that does the same by hand' },
    record: { type: 'boolean', help: 'save into docs/results and replace the result that the docs quote' }
  }
}, async ({ values, operands, signal, paint }) => {
  const targets = targetsFromFlags(operands, values, DEFAULT_TARGETS)
  const load = { ...loadFromFlags(values), ...requestFromFlags(values) }
  const save = resultSaver(values.record)
  const settings = { runs: values.runs, ...load }
  const [only, ...others] = targets
  if (!others.length && !values.quiet) console.log(paint('dim', `by hand: ${commandByHand('bench', only, load)}\n`))
  const rate = load.rate ? [`rate-${load.rate}`] : []

  /** @param {import('./lib/measure/measure').Result} result */
  function showRun (result) {
    console.log(resultCard(result, paint))
    console.log(`${fileLine(paint, 'saved', save(result, `${['bench', result.target, ...rate].join('-')}.json`))}\n`)
  }
  const series = values.runs === 1
    ? await measureSeries(targets, settings, { progress: process.stderr.isTTY, onResult: showRun, signal })
    : await withProgressBar('bench', (onProgress) => measureSeries(targets, settings, { onProgress, signal }))
  if (values.runs > 1 || targets.length > 1) {
    console.log(terminalTable(summaryTable(series.targets.map(({ runs }) => runs)), paint))
    console.log(paint('dim', CPU_NOTE))
  }
  if (values.runs === 1) return
  const asked = operands.length || values.app ? targets.map(({ name }) => name) : []
  const parts = [...asked, ...rate] // none: the series that the docs quote
  const name = parts.length ? ['bench', ...parts, 'series'].join('-') : 'bench'
  console.log(fileLine(paint, 'saved', save(series, `${name.replaceAll('/', '-')}.json`)))
})
