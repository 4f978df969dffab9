'use strict'

// Runs a target with flags for Node.js, loads it, and ends it cleanly, so that a profiler in it writes its files.

const { startServer } = require('./server')

/** @typedef {import('./server').Sample} Sample */
/** @typedef {Omit<import('./load').Load, 'url'>} Load */
/** @typedef {{load: Load, execArgv: string[], ask?: string, signal?: AbortSignal}} RunOptions */

/**
 * @type {(target: import('./targets').Target, options: RunOptions) => Promise<{stderr: string, sample: Sample,
 *   answer: any}>} the end of its stderr, what its probe measured, and the answer to `ask`
 */
async function runUnderLoad (target, { load, execArgv, ask, signal }) {
  const { runLoad } = require('./load') // not at the top: see measure.js
  const server = await startServer(target, { execArgv, signal })
  try {
    await runLoad({ ...load, url: server.url }, { signal: server.over })
    const sample = await server.sample() // once it answers this, it has no more work to do
    const answer = ask && await server.ask(ask)
    await server.stop()
    return { stderr: server.stderr(), sample, answer }
  } finally {
    await server.stop()
  }
}

module.exports = { runUnderLoad }
