'use strict'

// make bench, bench-slow, …: loads contenders one after another and prints what they did.

require('./lib/node-version')
const path = require('node:path')
const { command } = require('./lib/command')
const { find, names } = require('./lib/contenders')
const { measure } = require('./lib/measure')
const { ensureWritable, save, RECORDED, RESULTS } = require('./lib/results')
const { loadFrom, loadSettings } = require('./lib/settings')
const { grid, one, several } = require('./lib/table')
const { painter } = require('./lib/terminal')

const BENCH = ['slow', 'fast', 'optimized', 'ceiling']

command({
  usage: 'bench.js [contender…]',
  summary: `Loads each contender in a fresh process and saves a result. Contenders: ${names.join(', ')} (${BENCH.join(', ')}, if none is named).`,
  flags: {
    ...loadSettings,
    record: { type: 'boolean', help: 'save into docs/results, over the recorded run that the docs quote' }
  }
}, async ({ values, operands, signal }) => {
  const contenders = (operands.length ? operands : BENCH).map(find)
  const settings = loadFrom(values)
  const folder = values.record ? RECORDED : RESULTS
  ensureWritable(folder)

  const paint = painter(process.stdout)
  const results = []
  for (const contender of contenders) {
    const result = await measure(contender, settings, { progress: process.stderr.isTTY, signal })
    results.push(result)
    console.log(one(result, paint))
    const rate = settings.rate ? `-rate-${settings.rate}` : ''
    const file = save(result, folder, values.record && `bench-${contender.name}${rate}.json`)
    console.log(`${paint('bold', 'saved'.padEnd(11))} ${path.relative('', file)}\n`)
  }
  if (results.length === 1) return
  const { head, rows } = several(results)
  console.log(grid(head, rows, paint))
})
