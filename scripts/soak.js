'use strict'

// make soak STAGE=optimized: a million requests, and not one answer taken on trust.

require('./lib/node-version')
const path = require('node:path')
const { command } = require('./lib/command')
const { find } = require('./lib/contenders')
const { UsageError, UserError } = require('./lib/errors')
const { progressBar } = require('./lib/progress')
const { ensureWritable, save, RECORDED, RESULTS } = require('./lib/results')
const { soak } = require('./lib/soak')
const { soakTable, problems } = require('./lib/soak-table')
const { painter } = require('./lib/terminal')

command({
  usage: 'soak.js',
  summary: 'Sends many requests, a tenth of them conditional, compares every body, holds every tag against its bytes, and watches the memory.',
  flags: {
    stage: { type: 'string', default: 'optimized', help: 'optimized or fast' },
    requests: { type: 'integer', min: 1000, max: 1e9, default: 1e6, help: 'in all' },
    connections: { type: 'integer', min: 1, max: 1000, default: 50, help: 'at once' },
    record: { type: 'boolean', help: 'save into docs/results, over the recorded soak that the docs quote' }
  }
}, async ({ values, operands, signal }) => {
  if (operands.length) throw new UsageError(`"${operands[0]}" is not understood: name the stage as STAGE=optimized, or --stage optimized`)
  const contender = find(values.stage)
  const folder = values.record ? RECORDED : RESULTS
  ensureWritable(folder)
  const bar = progressBar(contender.name, process.stderr)
  try {
    const result = await soak(contender, { requests: values.requests, connections: values.connections }, { onProgress: bar.update, signal })
    const file = save(result, folder, values.record && `soak-${contender.name}.json`)
    bar.end()
    console.log(soakTable(result, painter(process.stdout)))
    console.log(`saved ${path.relative('', file)}`)
    const found = problems(result)
    if (found.length) throw new UserError(found.join('; '))
  } finally {
    bar.end()
  }
})
