'use strict'

// What the checks share. A check exports its `summary` and `flags`; `run(settings, { onProgress,
// signal })`, which gives its findings; and `report(findings)`, which gives lines: a label, a text,
// and whether it is a problem.

const { choice, integer } = require('../../scripts/lib/cli/flags')
const { number, significant } = require('../../scripts/lib/cli/format')
const { pairedContrast } = require('../../scripts/lib/compare/paired')
const { startServer } = require('../../scripts/lib/server/server')

const seed = integer(-Infinity, Infinity, 'the same seed, the same run', 1)

const stageFlag = (...stages) => choice(stages, stages.join(', '), 'optimized')

/** Runs `run(item, onProgress)` for one item after the other and gives all results. */
async function runEach (items, onProgress, run) {
  const results = []
  for (const item of items) {
    const done = results.length
    results.push(await run(item, (share) => onProgress((done + share) / items.length)))
    onProgress(results.length / items.length)
  }
  return results
}

/** Starts a server for `use(server)` and stops it afterwards. */
async function withServer (target, options, use) {
  const server = await startServer(target, options)
  try {
    return await use(server)
  } finally {
    await server.stop()
  }
}

function increment (counts, key) {
  counts[key] = (counts[key] ?? 0) + 1
}

/** @returns {string} such as "3 with 200, 1 with 304" where the separator is " with " */
function listCounts (counts, separator) {
  const entries = Object.entries(counts)
  return entries.map(([key, count]) => `${number(count)}${separator}${key}`).join(', ')
}

/** A line of a report: by how much pairs of figures differ; `isProblem(interval of the ratio)`. */
function differenceLine (label, before, after, isProblem) {
  const { ratio, interval } = pairedContrast(before, after)
  const percent = (ratio) => `${significant((ratio - 1) * 100)} %`
  const text = `${percent(ratio)} (95 %: ${interval.map(percent).join(' to ')})`
  return [label, text, isProblem(interval)]
}

module.exports = {
  differenceLine,
  increment,
  listCounts,
  runEach,
  seed,
  stageFlag,
  withServer
}
