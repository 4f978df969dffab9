'use strict'

// Runs a target with flags for Node.js, loads it, and ends it cleanly, so that a profiler in it writes its files.

const { startServer } = require('./server')

/** @typedef {import('./server').Sample} Sample */
/** @typedef {Omit<import('./load').Load, 'url'>} Load */
/**
 * @typedef {object} RunOptions
 * @property {Load} load
 * @property {string[]} [execArgv] flags for its Node.js
 * @property {{before?: string, after?: string}} [ask] questions to the preloaded files, before and after the load
 * @property {AbortSignal} [signal]
 */

/**
 * @type {(target: import('./targets').Target, options: RunOptions) => Promise<{stderr: string, sample: Sample,
 *   answer: any}>} the end of its stderr, what its probe measured, and the answer to `ask.after`
 */
async function runUnderLoad (target, { load, execArgv = [], ask = {}, signal }) {
  const { runLoad } = require('./load') // not at the top: see measure.js
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

module.exports = { runUnderLoad }
