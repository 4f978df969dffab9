'use strict'

require('./lib/cli/preconditions')
const { command } = require('./lib/cli/command')
const { fileLine } = require('./lib/cli/terminal')
const { loadFlags, loadFromFlags } = require('./lib/measure/load-flags')
const { measure } = require('./lib/measure/measure')
const { findTarget, targetNames } = require('./lib/measure/targets')
const { resultCard, summaryRows } = require('./lib/present/result-table')
const { terminalTable } = require('./lib/present/table')
const { resultSaver } = require('./lib/results/store')

const DEFAULT_TARGETS = ['slow', 'fast', 'optimized', 'baseline']
const TARGET_HELP = `${targetNames.join(', ')}, or a lab's server;\nwithout one: ${DEFAULT_TARGETS.join(', ')}`

command({
  summary: 'Loads each target in a fresh process and saves a result.',
  operands: [{ name: 'target', many: true, help: TARGET_HELP }],
  flags: {
    ...loadFlags,
    record: { type: 'boolean', help: 'save into docs/results and replace the result that the docs quote' }
  }
}, async ({ values, operands, signal, paint }) => {
  const targets = (operands.length ? operands : DEFAULT_TARGETS).map(findTarget)
  const settings = loadFromFlags(values)
  const save = resultSaver(values.record)
  const results = []
  for (const target of targets) {
    const result = await measure(target, settings, { progress: process.stderr.isTTY, signal })
    results.push(result)
    console.log(resultCard(result, paint))
    const name = `bench-${target.name}${settings.rate ? `-rate-${settings.rate}` : ''}.json`
    console.log(`${fileLine(paint, 'saved', save(result, name))}\n`)
  }
  if (results.length === 1) return
  const { head, rows } = summaryRows(results)
  console.log(terminalTable(head, rows, paint))
})
