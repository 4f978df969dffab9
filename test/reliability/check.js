'use strict'

// What the checks share. A check exports its `summary` and `flags`; `run(settings, { onProgress,
// signal })`, which gives its findings; and `report(findings)`, which gives lines: a label, a text,
// and whether it is a problem.

const fs = require('node:fs')
const path = require('node:path')
const { choice, integer } = require('../../scripts/lib/cli/flags')
const { number, significant } = require('../../scripts/lib/cli/format')
const { pairedContrast } = require('../../scripts/lib/compare/paired')
const { startServer, PROBE_FOLDER } = require('../../scripts/lib/server/server')
const { ROOT } = require('../helpers/project')

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

/** Makes a folder in the project, where packages are found, for `use(folder)`. */
async function withFolder (use) {
  const folder = fs.mkdtempSync(path.join(ROOT, 'exercise-'))
  try {
    return await use(folder)
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

/** @param {string[]} names of files in preload/ or of the probe @returns {string[]} flags */
function preload (...names) {
  return names.flatMap((name) => {
    const ours = path.join(__dirname, 'preload', `${name}.js`)
    return ['--require', fs.existsSync(ours) ? ours : path.join(PROBE_FOLDER, `${name}.js`)]
  })
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

function median (values) {
  const sorted = values.toSorted((a, b) => a - b)
  const half = sorted.length / 2
  return (sorted[Math.ceil(half) - 1] + sorted[Math.floor(half)]) / 2
}

module.exports = {
  differenceLine,
  increment,
  listCounts,
  median,
  preload,
  runEach,
  seed,
  stageFlag,
  withFolder,
  withServer
}
