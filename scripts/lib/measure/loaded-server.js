'use strict'

const { runLoad } = require('./load')
const { startServer } = require('./server')

/**
 * Runs a target under flags of Node.js, loads it, and ends it cleanly, so that what profiles it writes its files.
 *
 * @param {import('./targets').Target} target
 * @param {{load: Omit<import('./load').Load, 'url'>, execArgv: string[], signal?: AbortSignal}} options the load without its URL
 * @returns {Promise<string>} what the server wrote on stderr
 */
async function runUnderLoad (target, { load, execArgv, signal }) {
  const server = await startServer(target, { execArgv, signal })
  try {
    await runLoad({ ...load, url: server.url }, { signal: server.over })
    await server.sample() // once this is answered, it has nothing left to do
  } finally {
    await server.stop()
  }
  return server.stderr()
}

module.exports = { runUnderLoad }
