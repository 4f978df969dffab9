'use strict'

// The tests under several versions of Node.js, in the project itself.

const { spawn } = require('node:child_process')
const { once } = require('node:events')
const path = require('node:path')
const readline = require('node:readline')
const { ROOT } = require('../contenders')
const { number } = require('../format')
const { fetchNode } = require('../nodes')

/**
 * @typedef {object} TestedNodes
 * @property {{version: string, pass: number, fail: number, skip: number, red: string[]}[]} versions how many assertions; `red`:
 *   what failed, as the test says it
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
  for (const name of wanted) {
    const { version, file } = await fetchNode(name, signal)
    onFile(`Node.js ${version}`)
    versions.push({ version, ...await runTap(file, files, onFile, signal) })
    onProgress(versions.length / wanted.length)
  }
  return { versions }
}

async function runTap (node, files, onFile, signal) {
  const child = spawn(node, ['node_modules/.bin/tap', '--reporter=tap', ...files], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH}` },
    signal
  })
  const ended = once(child, 'close').catch(() => { throw signal.reason })
  const seen = { pass: 0, fail: 0, skip: 0, red: [] }
  for await (const line of readline.createInterface({ input: child.stdout })) {
    if (/^(not )?ok /.test(line)) onFile(line)
    if (/^ *not ok /.test(line)) seen.red.push(line.trim())
    const [, counts] = line.match(/^# \{ (total: .*) \}$/) ?? []
    for (const [, what, count] of counts?.matchAll(/(pass|fail|skip): (\d+)/g) ?? []) seen[what] = Number(count)
  }
  const [code] = await ended
  if (code !== 0 && !seen.red.length) seen.red.push(`tap ended with exit code ${code}`)
  return seen
}

/** @param {TestedNodes} tested */
const rows = ({ versions }) => versions.map(({ version, pass, fail, skip }) => [`Node.js ${version}`, `${number(pass)} assertions hold, ${number(fail)} fail, ${number(skip)} skipped`])

/** @param {TestedNodes} tested */
const problems = ({ versions }) => versions.filter(({ red }) => red.length).map(({ version, red }) => `Node.js ${version}: ${red[0]}`)

module.exports = { problems, rows, testNodes }
