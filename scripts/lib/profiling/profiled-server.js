'use strict'

const { ensureAnswered } = require('../measure/answers')
const { startServer } = require('../measure/server')

/**
 * Loads a target, and ends it cleanly, so that a profiler in it writes its files.
 * @param {import('../measure/types').Target} target
 * @param {string[]} execArgv flags for its Node.js
 * @param {import('./types').ProfileOptions} options
 * @param {{before?: any, after?: any}} [ask] questions to the probe
 * @returns its URL and stderr, the probe's last sample, and the answer to `ask.after`
 */
async function runUnderLoad (target, execArgv, { load, signal }, ask = {}) {
  // Not at the top: see measure.js.
  const { runLoad } = require('../measure/load')
  const server = await startServer(target, { execArgv, signal })
  try {
    if (ask.before) await server.ask(ask.before)
    const sent = { ...load, ...target.request, url: server.url }
    const measured = await runLoad(sent, { signal: server.over })
    await ensureAnswered(target.name, sent, measured)
    // Once it answers this, it has no more work to do.
    const sample = await server.sample()
    const answer = ask.after && await server.ask(ask.after)
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
