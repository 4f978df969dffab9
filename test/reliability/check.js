'use strict'

// What the checks have in common: one list of lines gives the table and the problems; what is started is stopped.

const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { number } = require('../../scripts/lib/base/format')
const { startServer } = require('../../scripts/lib/measure/server')
const { runProcess } = require('../../scripts/lib/system/process')
const { ROOT } = require('../../scripts/lib/system/root')
const { copyTrackedFiles } = require('../../scripts/lib/system/tracked-files')
const { temporaryFolder } = require('../../scripts/lib/system/watchdog')

/**
 * @typedef {object} Check what the module of a check exports
 * @property {string} summary one sentence
 * @property {Record<string, import('../../scripts/lib/base/settings').Flag>} [flags] each `stage` has a record
 * @property {import('../../scripts/lib/base/settings').Operand[]} [operands] none given: all choices of the first
 * @property {(settings: any, options?: Options) => Promise<object>} run gives what it found
 * @property {(found: any) => string[][]} rows what it found, as label and text
 * @property {(found: any) => string[]} problems what should not be
 *
 * @typedef {{onProgress?: (share: number) => void, signal?: AbortSignal}} Options
 * @typedef {[label: string, text: string, ...problems: any[]]} Line falsy values are no problems
 */

/** @type {(check: Omit<Check, 'rows'|'problems'> & {report: (found: any) => Line[]}) => Check} */
function defineCheck ({ report, run, ...check }) {
  const lines = (found) => report({ settings: {}, ...found })
  const all = check.operands?.[0].choices ?? []
  return {
    ...check,
    run: ({ operands = [], ...settings }, { onProgress = () => {}, ...options } = {}) =>
      run({ ...settings, operands: operands.length ? operands : all }, { onProgress, ...options }),
    rows: (found) => lines(found).map(([label, text]) => [label, text]),
    problems: (found) => lines(found).flatMap(([, , ...problems]) => problems.filter(Boolean))
  }
}

/** Runs one after the other. `run` gets an item and a function for the item's own progress. */
async function runEach (items, onProgress, run) {
  const found = []
  for (const item of items) {
    found.push(await run(item, (share) => onProgress((found.length + share) / items.length)))
    onProgress(found.length / items.length)
  }
  return found
}

/** Stops the server after use. */
async function withServer (target, options, use) {
  const server = await startServer(target, options)
  try {
    return await use(server)
  } finally {
    await server.stop()
  }
}

/** `use` gets the folder of a working copy of the repository, which it may break, fill up, or crash. */
async function withRepositoryCopy (signal, use, prefix = 'keeping-node-fast-') {
  const { folder: project, remove } = temporaryFolder(path.join(os.tmpdir(), prefix))
  try {
    await copyTrackedFiles(project, signal)
    await runProcess(['git', 'init', '--quiet'], { cwd: project, signal })
    await runProcess(['git', 'add', '--all', '--force'], { cwd: project, signal })
    fs.symlinkSync(path.join(ROOT, 'node_modules'), path.join(project, 'node_modules'), 'junction')
    return await use(project)
  } finally {
    remove()
  }
}

const PRELOADS = [path.join(__dirname, 'preload'), path.join(ROOT, 'scripts/lib/preload')]
/** Flags of Node.js that preload files of the checks or of the harness. */
const preload = (...names) => names.flatMap((name) =>
  ['--require', PRELOADS.map((folder) => path.join(folder, `${name}.js`)).find((file) => fs.existsSync(file))])

const count = (counts, what) => { counts[what] = (counts[what] ?? 0) + 1 }
const listCounts = (counts, between = ' ') =>
  Object.entries(counts).map(([what, count]) => `${number(count)}${between}${what}`).join(', ')

module.exports = { count, defineCheck, listCounts, preload, runEach, withRepositoryCopy, withServer }
