'use strict'

// make compare A=fast B=optimized: which of two is faster, by how much, and how sure that is.

require('./lib/cli/node-version')
const path = require('node:path')
const { command } = require('./lib/cli/command')
const { compare, readComparison } = require('./lib/experiments/comparison')
const { comparisonTable } = require('./lib/present/comparison-table')
const { findTarget, targetNames } = require('./lib/measure/targets')
const { UserError, UsageError } = require('./lib/cli/errors')
const { ratio } = require('./lib/cli/format')
const { progressBar } = require('./lib/cli/progress')
const { saveResult, RECORDED, RESULTS } = require('./lib/results/store')
const { ensureWritable } = require('./lib/system/files')
const { loadFromFlags, loadFlags } = require('./lib/measure/load-flags')
const { judgeComparison } = require('./lib/experiments/judgement')
const { painter } = require('./lib/cli/terminal')

command({
  usage: 'compare.js',
  summary: `Measures two targets in turns, in fresh processes, and judges by Welch's test. Targets: ${targetNames.join(', ')}.`,
  flags: {
    a: { type: 'string', default: 'fast', help: 'the target to compare with' },
    b: { type: 'string', default: 'optimized', help: 'the target to judge' },
    runs: { type: 'integer', min: 2, max: 1000, default: 10, help: 'of each' },
    ...loadFlags,
    duration: { ...loadFlags.duration, default: 3 },
    watched: { type: 'boolean', help: 'look on while B runs, as make live does: with A and B the same, what looking costs' },
    from: { type: 'string', help: 'a saved comparison to judge again, without running' },
    'min-ratio': { type: 'number', min: 0, max: 1_000_000, help: 'fail unless the ratio B/A is this at least, with 95 % confidence' },
    json: { type: 'boolean', help: 'print one JSON document and nothing else' },
    record: { type: 'boolean', help: 'save into docs/results, over the recorded comparison that the docs quote' }
  }
}, async ({ values, operands, signal }) => {
  if (operands.length) throw new UsageError(`"${operands[0]}" is not understood: name the targets as A=fast B=optimized, or --a fast --b optimized`)
  const { comparison, file } = values.from
    ? { comparison: readComparison(values.from), file: values.from }
    : await run(values, signal)

  const judgement = judgeComparison(comparison)
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
  const a = findTarget(values.a)
  const b = values.watched ? { ...findTarget(values.b), name: `${values.b}-watched` } : findTarget(values.b)
  const load = loadFromFlags(values)
  if (load.rate) throw new UsageError('RATE holds both to the same req/s, and leaves nothing to compare: leave it out')
  const folder = values.record ? RECORDED : RESULTS
  ensureWritable(folder)

  const bar = progressBar(`${a.name} → ${b.name}`, process.stderr)
  try {
    const comparison = await compare(a, b, { runs: values.runs, ...load, ...(values.watched && { watched: true }) }, { watchB: values.watched, onProgress: bar.update, signal })
    return { comparison, file: saveResult(comparison, folder, values.record && `compare-${a.name}-${b.name}.json`) }
  } finally {
    bar.end()
  }
}

function gate ({ a, b, ratioInterval: [low] }, wanted) {
  if (wanted === undefined || low >= wanted) return
  throw new UserError(`${b.name} is sure to be only ${ratio(low)} as fast as ${a.name}, and MIN_RATIO wants ${wanted} ×`)
}
