'use strict'

const { ensureAnswered } = require('../measure/answers')
const { startServer } = require('../measure/server')

/**
 * Loads a target, and ends it cleanly, so that a profiler in it writes its files.
 * @param {import('../measure/types').Target} target
 * @param {Omit<import('./types').ProfileOptions, 'folder'>} options
 * @param {{execArgv?: string[], before?: string, after?: string}} [settings] `execArgv`: flags for
 *   its Node.js; `before`, `after`: questions to the probe
 * @returns its URL and stderr, the probe's last sample, and the answer to `after`
 */
async function runUnderLoad (target, { load, signal }, { execArgv, before, after } = {}) {
  const { runLoad } = require('../measure/load') // not at the top: see measure.js
  const server = await startServer(target, { execArgv, signal })
  try {
    if (before) await server.ask(before)
    const sent = { ...load, ...target.request, url: server.url }
    const measured = await runLoad(sent, { signal: server.over })
    await ensureAnswered(target.name, sent, measured)
    const sample = await server.sample() // once it answers this, it has no more work to do
    const answer = after && await server.ask(after)
    await server.stop()
    return {
      url: server.url,
      stderr: server.stderr(),
      sample,
      answer
    }
  } finally {
    await server.stop()
  }
}

module.exports = { runUnderLoad }
