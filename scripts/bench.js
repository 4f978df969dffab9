'use strict'

require('./lib/cli/preconditions')
const { command } = require('./lib/cli/command')
const { integer, quietFlag, recordFlag } = require('./lib/cli/flags')
const { STAGES } = require('./lib/cli/stages')
const { paint, printSaved, withProgressBar } = require('./lib/cli/terminal')
const { measureSeries } = require('./lib/compare/series')
const { loadFlags, loadFromFlags } = require('./lib/load/load-flags')
const { resultSaver } = require('./lib/load/results')
const { targetFlags, targetsFromFlags, TARGET_HELP } = require('./lib/server/target-flags')
const { resultCard } = require('./lib/show/result-table')
const { CPU_NOTE, summaryTable } = require('./lib/show/summary-table')
const { terminalTable } = require('./lib/show/table')
const { commandByHand } = require('./lib/profile/by-hand')

const DEFAULT_TARGETS = [...STAGES, 'baseline']
const HELP = `${TARGET_HELP};\nwithout one: ${DEFAULT_TARGETS.join(', ')}`

command({
  summary: 'Loads each target in a fresh process and saves the results.',
  operands: [{ name: 'target', many: true, help: HELP }],
  flags: {
    runs: integer(1, 1000, 'runs of each target, in turns', 1),
    ...targetFlags,
    ...loadFlags,
    quiet: quietFlag,
    record: recordFlag
  }
}, async ({ values, operands, signal }) => {
  const {
    runs,
    quiet,
    record,
    app
  } = values
  const targets = targetsFromFlags(operands, values, DEFAULT_TARGETS)
  const load = loadFromFlags(values)
  const save = resultSaver(record)
  const rate = load.rate ? `-rate-${load.rate}` : ''
  if (targets.length === 1 && !quiet) {
    console.log(paint('dim', `${commandByHand('bench', targets[0], load)}\n`))
  }

  /** @param {import('./lib/server/types').Result} result */
  function showRun (result) {
    console.log(resultCard(result))
    printSaved(save(result, `bench-${result.target}${rate}.json`))
    console.log()
  }
  const single = { progress: process.stderr.isTTY, onResult: showRun }
  const series = await withProgressBar('bench', (onProgress) => {
    const options = runs === 1 ? single : { onProgress }
    return measureSeries(targets, { runs, ...load }, { ...options, signal })
  })
  if (runs > 1 || targets.length > 1) {
    console.log(terminalTable(summaryTable(series.targets.map((target) => target.runs))))
    console.log(paint('dim', CPU_NOTE))
  }
  if (runs === 1) return
  const isChosen = operands.length || app || rate
  const names = targets.map(({ name }) => name).join('-')
  const [node] = process.versions.node.split('.')
  const file = `bench-${isChosen ? `${names}${rate}-series` : `node-${node}`}.json`
  printSaved(save(series, file))
})
