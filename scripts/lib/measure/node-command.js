'use strict'

// What some profilers need to know of a target before they start it themselves.

const path = require('node:path')
const { UserError } = require('../cli/errors')
const { startServer } = require('./server')

/**
 * Starts the target for a moment: only a running server tells its protocol, and only a command's processes tell which
 * of them listens.
 * @type {(target: import('./targets').Target, tool: string, signal?: AbortSignal) =>
 *   Promise<import('./targets').Target & {cwd: string, url: string}>} `url`: the port in it is that of this start
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

module.exports = { findNodeCommand }
