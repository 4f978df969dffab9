'use strict'

require('../../scripts/lib/cli/preconditions')
const { command } = require('../../scripts/lib/cli/command')
const { integer } = require('../../scripts/lib/cli/flags')
const { STAGES } = require('../../scripts/lib/cli/project')
const { printSaved, withProgressBar } = require('../../scripts/lib/cli/terminal')
const { pairedContrast } = require('../../scripts/lib/compare/paired')
const { measureSeries } = require('../../scripts/lib/compare/series')
const { loadFlags, loadFromFlags } = require('../../scripts/lib/load/load-flags')
const { resultSaver } = require('../../scripts/lib/load/results')
const { targetsFromFlags } = require('../../scripts/lib/server/target-flags')
const { summaryTable } = require('../../scripts/lib/show/results')
const { terminalTable } = require('../../scripts/lib/show/table')

command({
  summary: 'Loads the stages and the baseline in turns, several runs of each, and records the\n' +
    'series that the docs quote.',
  flags: { runs: integer(1, 1000, 'runs of each target', 10), ...loadFlags }
}, async ({ values, signal }) => {
  const targets = targetsFromFlags([...STAGES, 'baseline'], {})
  const settings = { runs: values.runs, ...loadFromFlags(values) }
  const save = resultSaver(true)
  const series = await withProgressBar('series', (onProgress) =>
    measureSeries(targets, settings, { onProgress, signal }))
  const runs = series.targets.map((target) => target.runs)
  console.log(terminalTable(summaryTable(runs, pairedContrast)))
  const [node] = process.versions.node.split('.')
  printSaved(save(series, `bench-node-${node}.json`))
})
