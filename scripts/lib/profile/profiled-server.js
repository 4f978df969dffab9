'use strict'

/** @import { Server } from '../server/types' */

const path = require('node:path')
const { ensureAnswered } = require('../load/answers')
const { startServer } = require('../server/server')

const OBSERVER = path.join(__dirname, '../server/probe/observe.js')
const OBSERVABLE = ['--require', OBSERVER] // flags for a server that gets an observer

/**
 * Loads a target, and ends it cleanly, so that a profiler in it writes its files.
 * @param {import('../server/types').Target} target
 * @param {Omit<import('./types').ProfileOptions, 'folder'>} options
 * @param {object} [settings]
 * @param {string[]} [settings.execArgv] flags for its Node.js
 * @param {(ask: Server['ask']) => Promise<void>} [settings.before] asks the probe
 * @param {(ask: Server['ask']) => Promise<any>} [settings.after] asks the probe
 * @returns its URL and stderr, the probe's last sample, and the answer to `after`
 */
async function runUnderLoad (target, { load, signal }, { execArgv, before, after } = {}) {
  const { runLoad } = require('../load/load') // not at the top: see measure.js
  const server = await startServer(target, { execArgv, signal })
  try {
    await before?.(server.ask)
    const sent = { ...load, ...target.request, url: server.url }
    const measured = await runLoad(sent, { signal: server.over })
    await ensureAnswered(target.name, sent, measured)
    const sample = await server.sample() // once it answers this, it has no more work to do
    const answer = await after?.(server.ask)
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

module.exports = { runUnderLoad, OBSERVABLE }
