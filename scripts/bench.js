'use strict'

// make bench, bench-slow, …: loads targets one after another and prints what they did.

require('./lib/cli/node-version')
const path = require('node:path')
const { command } = require('./lib/cli/command')
const { findTarget, targetNames } = require('./lib/measure/targets')
const { measure } = require('./lib/measure/measure')
const { saveResult, RECORDED, RESULTS } = require('./lib/results/store')
const { ensureWritable } = require('./lib/system/files')
const { loadFromFlags, loadFlags } = require('./lib/measure/load-flags')
const { resultCard, summaryRows } = require('./lib/present/result-table')
const { terminalTable } = require('./lib/present/table')
const { painter } = require('./lib/cli/terminal')

const BENCH = ['slow', 'fast', 'optimized', 'baseline']

command({
  usage: 'bench.js [target…]',
  summary: `Loads each target in a fresh process and saves a result. Targets: ${targetNames.join(', ')} (${BENCH.join(', ')}, if none is named).`,
  flags: {
    ...loadFlags,
    record: { type: 'boolean', help: 'save into docs/results, over the recorded run that the docs quote' }
  }
}, async ({ values, operands, signal }) => {
  const targets = (operands.length ? operands : BENCH).map(findTarget)
  const settings = loadFromFlags(values)
  const folder = values.record ? RECORDED : RESULTS
  ensureWritable(folder)

  const paint = painter(process.stdout)
  const results = []
  for (const target of targets) {
    const result = await measure(target, settings, { progress: process.stderr.isTTY, signal })
    results.push(result)
    console.log(resultCard(result, paint))
    const rate = settings.rate ? `-rate-${settings.rate}` : ''
    const file = saveResult(result, folder, values.record && `bench-${target.name}${rate}.json`)
    console.log(`${paint('bold', 'saved'.padEnd(11))} ${path.relative('', file)}\n`)
  }
  if (results.length === 1) return
  const { head, rows } = summaryRows(results)
  console.log(terminalTable(head, rows, paint))
})
