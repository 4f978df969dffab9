'use strict'

// make growth STAGE=slow: how the cost of one request grows with the requests served before it.

require('./lib/cli/node-version')
const path = require('node:path')
const { command } = require('./lib/cli/command')
const { findTarget, targetNames } = require('./lib/measure/targets')
const { UsageError } = require('./lib/cli/errors')
const { measureGrowth } = require('./lib/experiments/growth')
const { growthTable } = require('./lib/present/growth-table')
const { growthDominates } = require('./lib/statistics/growth-prediction')
const { progressBar } = require('./lib/cli/progress')
const { newestResult, saveResult, RECORDED, RESULTS } = require('./lib/results/store')
const { ensureWritable } = require('./lib/system/files')
const { painter } = require('./lib/cli/terminal')

command({
  usage: 'growth.js',
  summary: `Sends requests one after another and fits what each costs. Stages: ${targetNames.join(', ')}.`,
  flags: {
    stage: { type: 'string', default: 'slow', help: 'the server to load' },
    duration: { type: 'integer', min: 1, max: 3600, default: 30, help: 'seconds at most' },
    max: { type: 'integer', min: 64, max: 2 ** 20, default: 2 ** 17, help: 'requests at most' },
    json: { type: 'boolean', help: 'print one JSON document and nothing else' },
    record: { type: 'boolean', help: 'save into docs/results, over the recorded growth that the docs quote' }
  }
}, async ({ values, operands, signal }) => {
  if (operands.length) throw new UsageError(`"${operands[0]}" is not understood: name the stage as STAGE=slow, or --stage slow`)
  const target = findTarget(values.stage)
  const folder = values.record ? RECORDED : RESULTS
  ensureWritable(folder)

  const growth = await measured(target, { duration: values.duration, max: values.max }, signal)
  const file = saveResult(growth, folder, values.record && `growth-${target.name}.json`)
  if (values.json) return console.log(JSON.stringify({ file, ...growth }, null, 2))

  const paint = painter(process.stdout)
  const bench = growthDominates(growth) ? benchLike(growth) : undefined
  console.log(growthTable(growth, bench?.result, paint))
  if (bench) console.log(`${paint('bold', 'bench'.padEnd(11))} ${path.relative('', bench.file)}`)
  console.log(`${paint('bold', 'saved'.padEnd(11))} ${path.relative('', file)}`)
})

async function measured (target, limits, signal) {
  const bar = progressBar(target.name, process.stderr)
  try {
    return await measureGrowth(target, limits, { onProgress: bar.update, signal })
  } finally {
    bar.end()
  }
}

/** The latest bench of the same code on the same machine and Node.js: the user's own, else the recorded one. */
function benchLike ({ stage, code, environment: { node, cpu } }) {
  const alike = ({ target, code: itsCode, environment, load }) => target === stage && itsCode === code && !load.rate &&
    environment.node === node && environment.cpu.model === cpu.model && environment.cpu.count === cpu.count
  return newestResult(RESULTS, alike) ?? newestResult(RECORDED, alike)
}
