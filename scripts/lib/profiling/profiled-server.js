'use strict'

/** @import { Target } from '../measure/types' */
/** @import { NodeTarget, ProfiledRun, RunOptions } from './types' */

const path = require('node:path')
const { UserError } = require('../base/errors')
const { ensureAnswered } = require('../measure/answers')
const { startServer } = require('../measure/server')

const TRIAL = { connections: 1, duration: 1, amount: 3 }

/**
 * Loads a target, and ends it cleanly, so that a profiler in it writes its files.
 * @param {Target} target
 * @param {RunOptions} options
 * @returns {Promise<ProfiledRun>}
 */
async function runUnderLoad (target, { load, execArgv = [], ask = {}, signal }) {
  const { runLoad } = require('../measure/load') // not at the top: see measure.js
  const server = await startServer(target, { execArgv, signal })
  try {
    if (ask.before) await server.ask(ask.before)
    const sent = { ...load, ...target.request, url: server.url }
    const measured = await runLoad(sent, { signal: server.over })
    await ensureAnswered(target.name, sent, measured)
    const sample = await server.sample() // once it answers this, it has no more work to do
    const answer = ask.after && await server.ask(ask.after)
    await server.stop()
    return { stderr: server.stderr(), sample, answer }
  } finally {
    await server.stop()
  }
}

/**
 * Starts the target for a moment. Only a running server tells its protocol, and only the processes
 * of a command tell which of them listens.
 * @param {Target} target
 * @param {string} tool for the error
 * @param {AbortSignal} [signal]
 * @returns {Promise<NodeTarget>}
 * @throws {UserError} When the target is a command: the message names the command of Node.js in it.
 */
async function findNodeCommand (target, tool, signal) {
  const server = await startServer(target, { signal })
  const { url } = server
  const { command, cwd } = server.process
  try {
    const { runLoad } = require('../measure/load')
    const load = { ...target.request, url, ...TRIAL }
    const measured = await runLoad(load, { signal: server.over })
    await ensureAnswered(target.name, load, measured)
  } finally {
    await server.stop()
  }
  if (target.file) return { ...target, cwd: target.cwd ?? path.dirname(target.file), url }
  const args = command.slice(1).map((word) => /\s/.test(word) ? `'${word}'` : word)
  const app = ['node', ...args].join(' ')
  const folder = /\s/.test(cwd) ? `"${cwd}"` : cwd
  throw new UserError(`${tool} needs the command of Node.js that ${target.command} runs: ` +
    `APP="${app}" IN=${folder}`)
}

module.exports = { findNodeCommand, runUnderLoad }
