'use strict'

// Runs a target with flags for Node.js, loads it, and ends it cleanly, so that a profiler in it writes its files.

const { startServer } = require('./server')

/** @typedef {{load: Omit<import('./load').Load, 'url'>, execArgv: string[], signal?: AbortSignal}} RunOptions */

/** @type {(target: import('./targets').Target, options: RunOptions) => Promise<string>} the end of its stderr */
async function runUnderLoad (target, { load, execArgv, signal }) {
  const { runLoad } = require('./load') // not at the top: see measure.js
  const server = await startServer(target, { execArgv, signal })
  try {
    await runLoad({ ...load, url: server.url }, { signal: server.over })
    await server.sample() // once it answers this, it has no more work to do
  } finally {
    await server.stop()
  }
  return server.stderr()
}

module.exports = { runUnderLoad }
