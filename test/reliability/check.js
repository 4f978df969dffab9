'use strict'

// What the checks have in common: one list of lines gives both the table and the problems.

const path = require('node:path')
const { number } = require('../../scripts/lib/cli/format')
const { startServer } = require('../../scripts/lib/measure/server')

/**
 * @typedef {object} Check what the module of a check exports
 * @property {string} summary one sentence
 * @property {Record<string, import('../../scripts/lib/cli/settings').Flag>} [flags] each choice of `stage` has a record
 * @property {import('../../scripts/lib/cli/settings').Operand[]} [operands] none given: all choices of the first
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

const PRELOAD = path.join(__dirname, '../../scripts/lib/preload')
const preload = (...names) => names.flatMap((name) => ['--require', path.join(PRELOAD, `${name}.js`)])
const count = (counts, what) => { counts[what] = (counts[what] ?? 0) + 1 }
const listCounts = (counts, between = ' ') =>
  Object.entries(counts).map(([what, count]) => `${number(count)}${between}${what}`).join(', ')

module.exports = { count, defineCheck, listCounts, preload, runEach, withServer }
