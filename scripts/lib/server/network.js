'use strict'

const { once } = require('node:events')
const net = require('node:net')
const { UserError } = require('../cli/errors')

const LOOPBACK = '127.0.0.1'
const RESERVED = 64 // files that a harness or a server opens besides its connections

/** @param {string} address to write as in a URL: IPv6 in brackets */
function urlHost (address) {
  return address.includes(':') ? `[${address}]` : address
}

/** @param {string} host @param {number} port @throws When nothing listens there. */
async function connectOnce (host, port) {
  const socket = net.connect(port, host)
  await once(socket, 'connect').finally(() => socket.destroy())
}

/**
 * Checks the limit of open files: beyond it, autocannon retries for ever and takes all memory.
 * @param {number} connections
 * @throws {UserError} When there are too many.
 */
function ensureOpenFiles (connections) {
  const { userLimits } = /** @type {any} */ (process.report.getReport())
  const limit = userLimits?.open_files.soft // or "unlimited"; Windows has none
  const needed = connections + RESERVED
  if (!(needed > limit)) return
  throw new UserError(`${connections} connections are more than ${limit} open files allow: ` +
    `take ${limit - RESERVED} at most, or allow more with ulimit -n ${needed}`)
}

module.exports = { LOOPBACK, connectOnce, ensureOpenFiles, urlHost }
