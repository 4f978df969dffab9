'use strict'

// What profilers do with a target: run it under load with flags for Node.js, or find the command that starts it.

const path = require('node:path')
const { UserError } = require('../base/errors')
const { startServer } = require('../measure/server')

/**
 * @typedef {import('../measure/targets').Target} Target
 * @typedef {object} RunOptions
 * @property {import('.').ProfileLoad} load
 * @property {string[]} [execArgv] flags for its Node.js
 * @property {{before?: string, after?: string}} [ask] questions to the preloaded files, before and after the load
 * @property {AbortSignal} [signal]
 */

/**
 * Ends the server cleanly, so that a profiler in it writes its files.
 * @type {(target: Target, options: RunOptions) => Promise<{stderr: string, sample: import('../measure/server').Sample,
 *   answer: any}>} the end of its stderr, what its probe measured, and the answer to `ask.after`
 */
async function runUnderLoad (target, { load, execArgv = [], ask = {}, signal }) {
  const { runLoad } = require('../measure/load') // not at the top: see measure.js
  const server = await startServer(target, { execArgv, signal })
  try {
    if (ask.before) await server.ask(ask.before)
    await runLoad({ ...load, url: server.url }, { signal: server.over })
    const sample = await server.sample() // once it answers this, it has no more work to do
    const answer = ask.after && await server.ask(ask.after)
    await server.stop()
    return { stderr: server.stderr(), sample, answer }
  } finally {
    await server.stop()
  }
}

/**
 * Starts the target for a moment: only a running server tells its protocol, and only a command's processes tell which
 * of them listens.
 * @type {(target: Target, tool: string, signal?: AbortSignal) => Promise<Target & {cwd: string, url: string}>} `url`:
 *   the port in it is that of this start
 * @throws {UserError} if the target is a command: with the command of Node.js below it, ready to use
 */
async function findNodeCommand (target, tool, signal) {
  const server = await startServer(target, { signal })
  const { url, process: { command, cwd } } = server
  await server.stop()
  if (target.file) return { ...target, cwd: target.cwd ?? path.dirname(target.file), url }
  const [, ...words] = command
  const node = ['node', ...words.map((word) => /\s/.test(word) ? `'${word}'` : word)].join(' ')
  throw new UserError(`${tool} needs the command of Node.js that ${target.command} runs: ` +
    `APP="${node}" IN=${/\s/.test(cwd) ? `"${cwd}"` : cwd}`)
}

module.exports = { findNodeCommand, runUnderLoad }
