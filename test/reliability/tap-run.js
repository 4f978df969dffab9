'use strict'

// Runs test files with tap and counts what holds.

const path = require('node:path')
const readline = require('node:readline')
const { startProcess } = require('../../scripts/lib/system/process')
const { ROOT } = require('../../scripts/lib/system/root')

/** @typedef {{pass: number, fail: number, skip: number, red: string[]}} TapRun assertions; the lines that failed */

/** @type {(node: string, files: string[], signal?: AbortSignal) => Promise<TapRun>} no files: those of `make test` */
async function runTap (node, files, signal) {
  const PATH = [path.dirname(node), process.env.PATH].join(path.delimiter)
  const tap = [node, 'node_modules/.bin/tap', '--reporter=tap', ...files]
  const { child, ended } = startProcess(tap, { cwd: ROOT, env: { ...process.env, PATH }, signal })
  child.stderr.pipe(process.stderr)
  /** @type {TapRun} */
  const found = { pass: 0, fail: 0, skip: 0, red: [] }
  for await (const line of readline.createInterface({ input: child.stdout })) {
    if (/^(not )?ok /.test(line)) console.error(line)
    if (/^ *not ok /.test(line)) found.red.push(line.trim())
    const [, counts] = line.match(/^# \{ (total: .*) \}$/) ?? []
    for (const [, what, count] of counts?.matchAll(/(pass|fail|skip): (\d+)/g) ?? []) found[what] = Number(count)
  }
  const { code } = await ended
  signal?.throwIfAborted()
  if (code !== 0 && !found.red.length) found.red.push(`tap ended with exit code ${code}`)
  return found
}

module.exports = { runTap }
