'use strict'

require('../../scripts/lib/cli/preconditions')
const { command } = require('../../scripts/lib/cli/command')
const { integer } = require('../../scripts/lib/cli/flags')
const { STAGES } = require('../../scripts/lib/cli/project')
const { printSaved, withProgressBar } = require('../../scripts/lib/cli/terminal')
const { measureGrowth } = require('../../scripts/lib/compare/growth')
const { measureSeries } = require('../../scripts/lib/compare/series')
const { saveResult } = require('../../scripts/lib/load/results')
const { findTarget } = require('../../scripts/lib/server/targets')
const { terminalTable } = require('../../scripts/lib/show/table')
const { slopeTable } = require('./series-table')

command({
  summary: 'Measures the growth of each stage, several runs in turns: those that the docs quote.',
  flags: {
    runs: integer(2, 100, 'runs of each stage', 5),
    duration: integer(1, 3600, 'seconds of a run at most', 20),
    max: integer(64, 2 ** 20, 'requests of a run at most', 2 ** 17)
  }
}, async ({ values, signal }) => {
  const targets = STAGES.map((stage) => findTarget(stage))
  const settings = /** @type {any} */ (values)
  const measure = /** @type {any} */ (measureGrowth) // whose result is no load
  const series = await withProgressBar('growth', (onProgress) =>
    measureSeries(targets, settings, { measure, onProgress, signal }))
  const growths = { ...series, kind: 'growth-series' }
  console.log(terminalTable(slopeTable(growths.targets)))
  printSaved(saveResult(growths, 'growth'))
})
