'use strict'

// make abuse STAGE=optimized: what a server does with requests that nobody should send.

require('./lib/node-version')
const path = require('node:path')
const { abuse } = require('./lib/abuse')
const { command } = require('./lib/command')
const { find } = require('./lib/contenders')
const { UsageError, UserError } = require('./lib/errors')
const { bytes, number } = require('./lib/format')
const { progressBar } = require('./lib/progress')
const { ensureWritable, save, RECORDED, RESULTS } = require('./lib/results')
const { grid } = require('./lib/table')
const { painter } = require('./lib/terminal')

command({
  usage: 'abuse.js',
  summary: 'Sends generated malformed and odd requests over raw sockets, and a good one after each fifty: the process must live, the good one be answered, and every answer be HTTP.',
  flags: {
    stage: { type: 'string', default: 'optimized', help: 'the server to abuse' },
    attacks: { type: 'integer', min: 50, max: 1e6, default: 10_000, help: 'how many' },
    seed: { type: 'integer', default: 1, help: 'the same seed, the same requests' },
    record: { type: 'boolean', help: 'save into docs/results' }
  }
}, async ({ values, operands, signal }) => {
  if (operands.length) throw new UsageError(`"${operands[0]}" is not understood: name the stage as STAGE=optimized, or --stage optimized`)
  const contender = find(values.stage)
  const folder = values.record ? RECORDED : RESULTS
  ensureWritable(folder)
  const bar = progressBar(contender.name, process.stderr)
  try {
    const result = await abuse(contender, { attacks: values.attacks, seed: values.seed }, { onProgress: bar.update, signal })
    const file = save(result, folder, values.record && `abuse-${contender.name}.json`)
    bar.end()
    console.log(grid(['', contender.name], [
      ['attacks', number(result.attacks)],
      ['answers', Object.entries(result.answers).map(([status, count]) => `${number(count)} with ${status}`).join(', ')],
      ['answers that are no HTTP', number(result.malformed.length)],
      ['good requests between, answered', number(result.good)],
      ['heap before and after', `${bytes(result.heap.before)}, ${bytes(result.heap.after)}`]
    ], painter(process.stdout), ['left', 'left']))
    console.log(`saved ${path.relative('', file)}`)
    if (result.malformed.length) throw new UserError(`${result.malformed.length} answers are no HTTP; the first: ${result.malformed[0].problem}`)
  } finally {
    bar.end()
  }
})
