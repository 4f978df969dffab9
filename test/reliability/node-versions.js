'use strict'

// The test suite under several versions of Node.js.

const { number } = require('../../scripts/lib/base/format')
const { fetchNode } = require('../../docs/labs/node-versions/fetch-node')
const { defineCheck } = require('./check')
const { runTap } = require('./tap-run')

/** @typedef {import('./tap-run').TapRun & {version: string, again: string[]}} TestedVersion `again`: files run twice */

/** `left`: what an interruption left out. @returns {Promise<{versions: TestedVersion[], left: string[]}>} */
async function run ({ nodes, operands: files }, { onProgress, signal }) {
  const wanted = nodes.split(/[\s,]+/).filter(Boolean)
  const versions = []
  try {
    for (const name of wanted) {
      const { version, file } = await fetchNode(name, signal)
      console.error(`Node.js ${version}`)
      versions.push({ version, ...await testVersion(file, files, signal) })
      onProgress(versions.length / wanted.length)
    }
  } catch (err) {
    if (!signal.aborted || !versions.length) throw err
  }
  return { versions, left: wanted.slice(versions.length) } // Ctrl-C keeps the versions that are finished
}

/** A file that fails is run once more: real failures repeat; failures caused by load do not. */
async function testVersion (node, files, signal) {
  const first = await runTap(node, files, signal)
  const again = first.red.map((line) => line.match(/^not ok \d+ - (test\/\S+\.js)/)?.[1]).filter(Boolean)
  if (!again.length) return { ...first, again }
  console.error(`once more: ${again.join(' ')}`)
  const { fail, red } = await runTap(node, again, signal)
  return { ...first, fail, red, again }
}

module.exports = defineCheck({
  summary: 'Runs the tests, all or those named, under several versions of Node.js.',
  operands: [{ name: 'test', many: true, help: 'test files [all]' }],
  flags: { nodes: { type: 'string', default: '20 22 24 26', help: 'the versions' } },
  run,
  report: ({ versions, left }) => [
    ...versions.map(({ version, pass, fail, skip, red, again }) => {
      const counts = `${number(pass)} assertions hold, ${number(fail)} fail, ${number(skip)} skipped`
      const repeated = again.length ? `; failed at first and run again alone: ${again.join(', ')}` : ''
      return [`Node.js ${version}`, counts + repeated, red.length && `Node.js ${version}: ${red[0]}`]
    }),
    ...left.map((name) => [`Node.js ${name}`, 'interrupted', `interrupted before the end of Node.js ${name}`])
  ]
})
