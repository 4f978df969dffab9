'use strict'

// make compare A=fast B=optimized: which of two is faster, by how much, and how sure that is.

require('./lib/node-version')
const path = require('node:path')
const { command } = require('./lib/command')
const { compare, readComparison } = require('./lib/comparison')
const { comparisonTable } = require('./lib/comparison-table')
const { find, names } = require('./lib/contenders')
const { UserError, UsageError } = require('./lib/errors')
const { ratio } = require('./lib/format')
const { progressBar } = require('./lib/progress')
const { ensureWritable, save, RECORDED, RESULTS } = require('./lib/results')
const { loadFrom, loadSettings } = require('./lib/settings')
const { judge } = require('./lib/stats')
const { painter } = require('./lib/terminal')

command({
  usage: 'compare.js',
  summary: `Measures two contenders in turns, in fresh processes, and judges by Welch's test. Contenders: ${names.join(', ')}.`,
  flags: {
    a: { type: 'string', default: 'fast', help: 'the contender to compare with' },
    b: { type: 'string', default: 'optimized', help: 'the contender to judge' },
    runs: { type: 'integer', min: 2, max: 1000, default: 10, help: 'of each' },
    ...loadSettings,
    duration: { ...loadSettings.duration, default: 3 },
    watched: { type: 'boolean', help: 'look on while B runs, as make live does: with A and B the same, what looking costs' },
    from: { type: 'string', help: 'a saved comparison to judge again, without running' },
    'min-ratio': { type: 'number', min: 0, max: 1_000_000, help: 'fail unless the ratio B/A is this at least, with 95 % confidence' },
    json: { type: 'boolean', help: 'print one JSON document and nothing else' },
    record: { type: 'boolean', help: 'save into docs/results, over the recorded comparison that the docs quote' }
  }
}, async ({ values, operands, signal }) => {
  if (operands.length) throw new UsageError(`"${operands[0]}" is not understood: name the contenders as A=fast B=optimized, or --a fast --b optimized`)
  const { comparison, file } = values.from
    ? { comparison: readComparison(values.from), file: values.from }
    : await run(values, signal)

  const judgement = judge(comparison)
  if (values.json) {
    const { startedAt, environment, settings } = comparison
    console.log(JSON.stringify({ startedAt, environment, settings, file, ...judgement }, null, 2))
  } else {
    const paint = painter(process.stdout)
    console.log(comparisonTable(comparison, judgement, paint))
    console.log(`${paint('bold', (values.from ? 'from' : 'saved').padEnd(11))} ${path.relative('', file)}`)
  }
  gate(judgement, values['min-ratio'])
})

async function run (values, signal) {
  const a = find(values.a)
  const b = values.watched ? { ...find(values.b), name: `${values.b}-watched` } : find(values.b)
  const load = loadFrom(values)
  if (load.rate) throw new UsageError('RATE holds both to the same req/s, and leaves nothing to compare: leave it out')
  const folder = values.record ? RECORDED : RESULTS
  ensureWritable(folder)

  const bar = progressBar(`${a.name} → ${b.name}`, process.stderr)
  try {
    const comparison = await compare(a, b, { runs: values.runs, ...load, ...(values.watched && { watched: true }) }, { watchB: values.watched, onProgress: bar.update, signal })
    return { comparison, file: save(comparison, folder, values.record && `compare-${a.name}-${b.name}.json`) }
  } finally {
    bar.end()
  }
}

function gate ({ a, b, ratioInterval: [low] }, wanted) {
  if (wanted === undefined || low >= wanted) return
  throw new UserError(`${b.name} is sure to be only ${ratio(low)} as fast as ${a.name}, and MIN_RATIO wants ${wanted} ×`)
}
