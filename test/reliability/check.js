'use strict'

// What the checks share: their shape, a server, a copy of the project, preloaded files, lines.

const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { choice, integer } = require('../../scripts/lib/cli/flags')
const { number, significant } = require('../../scripts/lib/cli/format')
const { pairedContrast } = require('../../scripts/lib/compare/paired')
const { startServer, PROBE_FOLDER } = require('../../scripts/lib/server/server')
const { temporaryFolder } = require('../../scripts/lib/server/watchdog')
const { copyInto } = require('../helpers/project')

const seed = integer(-Infinity, Infinity, 'the same seed, the same run', 1)

const stageFlag = (...stages) => choice(stages, stages.join(', '), 'optimized')

/**
 * Completes a check. `run(settings, { onProgress, signal })` gives its findings. `report(findings)`
 * gives lines: a label, a text, and whether it is a problem. `subjects` can be
 * chosen as operands.
 */
function defineCheck ({ run, report, subjects = [], ...check }) {
  const lines = (findings) => report({ settings: {}, ...findings })
  return {
    ...check,
    subjects,
    run (settings, options) {
      return run({ operands: subjects, ...settings }, { onProgress () {}, ...options })
    },
    rows: (findings) => lines(findings).map(([label, text]) => [label, text]),
    problems (findings) {
      const problems = lines(findings).filter(([, , isProblem]) => isProblem)
      return problems.map(([label, text]) => `${label}: ${text}`)
    }
  }
}

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

/**
 * Copies the project, with `more` of its folders, for `use(folder)`. The folder has spaces in its
 * name, as a reader's may.
 */
async function withProjectCopy (use, more) {
  const { folder, remove } = temporaryFolder(path.join(os.tmpdir(), 'keeping node fast '))
  try {
    copyInto(folder, more)
    return await use(folder)
  } finally {
    remove()
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

module.exports = {
  defineCheck,
  differenceLine,
  increment,
  listCounts,
  preload,
  runEach,
  seed,
  stageFlag,
  withProjectCopy,
  withServer
}
