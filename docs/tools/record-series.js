'use strict'

require('../../scripts/lib/cli/preconditions')
const { command } = require('../../scripts/lib/cli/command')
const { integer } = require('../../scripts/lib/cli/flags')
const { STAGES } = require('../../scripts/lib/cli/project')
const { printSaved, withProgressBar } = require('../../scripts/lib/cli/terminal')
const { measureSeries } = require('../../scripts/lib/compare/series')
const { loadFlags, loadFromFlags } = require('../../scripts/lib/load/load-settings')
const { saveResult } = require('../../scripts/lib/load/results')
const { targetsFromFlags } = require('../../scripts/lib/server/target-flags')
const { terminalTable } = require('../../scripts/lib/show/table')
const { seriesTable } = require('./series-table')

command({
  summary: 'Loads the stages and the baseline in turns, several runs of each: the series that\n' +
    'the docs quote.',
  // 20 runs take 15 minutes.
  flags: { runs: integer(1, 1000, 'runs of each target', 20), ...loadFlags }
}, async ({ values, signal }) => {
  const targets = targetsFromFlags([...STAGES, 'baseline'], {})
  const settings = { runs: values.runs, ...loadFromFlags(values) }
  const series = await withProgressBar('series', (onProgress) =>
    measureSeries(targets, settings, { onProgress, signal }))
  console.log(terminalTable(seriesTable(series.targets)))
  const [node] = process.versions.node.split('.')
  printSaved(saveResult(series, `bench-node-${node}`))
})
