'use strict'

// What some profilers need to know of a target before they start it themselves.

const path = require('node:path')
const { UserError } = require('../cli/errors')
const { startServer } = require('./server')

/**
 * Starts the target for a moment: only a running server tells its protocol, and only a command's processes tell which
 * of them listens.
 * @type {(target: import('./targets').Target, tool: string, signal?: AbortSignal) =>
 *   Promise<{file: string, cwd: string, url: string}>} `url`: the port in it is that of this start
 * @throws {UserError} if the target is a command: with the file that it runs, ready to use
 */
async function findNodeCommand (target, tool, signal) {
  const server = await startServer(target, { signal })
  const { url, process: { command, cwd } } = server
  await server.stop()
  if (target.file) return { file: target.file, cwd: target.cwd ?? path.dirname(target.file), url }
  const [, ...words] = command.filter((word, i) => word !== '--require' && command[i - 1] !== '--require')
  throw new UserError(`${tool} needs a file, not a command. ${target.command} runs node ${words.join(' ')}. ` +
    `Use APP=${words[0]} IN=${cwd}`)
}

module.exports = { findNodeCommand }
