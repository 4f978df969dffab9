'use strict'

// The tests under several versions of Node.js, in the project itself.

const { spawn } = require('node:child_process')
const { once } = require('node:events')
const path = require('node:path')
const readline = require('node:readline')
const { number } = require('../../scripts/lib/cli/format')
const { fetchNode } = require('../../scripts/lib/system/node-versions')
const { ROOT } = require('../../scripts/lib/system/root')

/**
 * @typedef {object} TestedNodes
 * @property {{version: string, pass: number, fail: number, skip: number, red: string[], again: string[]}[]} versions how many
 *   assertions; `red`: what failed, as the test says it; `again`: files that were red at first, and were run once more, alone
 * @property {string[]} left versions that were not run to the end, because of an interruption
 */

/**
 * @param {string[]} wanted versions, as `24` or `24.1.0`
 * @param {string[]} files tests; all, if none are given
 * @param {{onProgress?: (share: number) => void, onFile?: (line: string) => void, signal: AbortSignal}} options `onFile` is told of
 *   each test file that has ended
 * @returns {Promise<TestedNodes>}
 */
async function testNodes (wanted, files, { onProgress = () => {}, onFile = () => {}, signal }) {
  const versions = []
  try {
    for (const name of wanted) {
      const { version, file } = await fetchNode(name, signal)
      onFile(`Node.js ${version}`)
      versions.push({ version, ...await runTwice(file, files, onFile, signal) })
      onProgress(versions.length / wanted.length)
    }
  } catch (err) {
    if (!signal.aborted || !versions.length) throw err
  }
  return { versions, left: wanted.slice(versions.length) } // Ctrl-C keeps an hour's work
}

/** A file that is red is run once more: what is wrong is wrong again; a busy machine is not. */
async function runTwice (node, files, onFile, signal) {
  const seen = await runTap(node, files, onFile, signal)
  const again = seen.red.map((line) => line.match(/^not ok \d+ - (test\/\S+\.js)/)?.[1]).filter(Boolean)
  if (!again.length) return { ...seen, again }
  onFile(`once more: ${again.join(' ')}`)
  const { fail, red } = await runTap(node, again, onFile, signal)
  return { ...seen, fail, red, again }
}

async function runTap (node, files, onFile, signal) {
  const child = spawn(node, ['node_modules/.bin/tap', '--reporter=tap', ...files], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH}` },
    signal
  })
  const ended = once(child, 'close').catch(() => []) // aborted
  const seen = { pass: 0, fail: 0, skip: 0, red: [] }
  for await (const line of readline.createInterface({ input: child.stdout })) {
    if (/^(not )?ok /.test(line)) onFile(line)
    if (/^ *not ok /.test(line)) seen.red.push(line.trim())
    const [, counts] = line.match(/^# \{ (total: .*) \}$/) ?? []
    for (const [, what, count] of counts?.matchAll(/(pass|fail|skip): (\d+)/g) ?? []) seen[what] = Number(count)
  }
  const [code] = await ended
  signal.throwIfAborted()
  if (code !== 0 && !seen.red.length) seen.red.push(`tap ended with exit code ${code}`)
  return seen
}

/** @param {TestedNodes} tested */
const rows = ({ versions }) => versions.map(({ version, pass, fail, skip, again }) => [`Node.js ${version}`, `${number(pass)} assertions hold, ${number(fail)} fail, ${number(skip)} skipped${again.length ? `; red at first and run again alone: ${again.join(', ')}` : ''}`])

/** @param {TestedNodes} tested */
function problems ({ versions, left }) {
  return [
    ...versions.filter(({ red }) => red.length).map(({ version, red }) => `Node.js ${version}: ${red[0]}`),
    ...(left.length ? [`interrupted before the end of Node.js ${left.join(', ')}`] : [])
  ]
}

module.exports = { problems, rows, testNodes }
