'use strict'

const { UserError } = require('../base/errors')

const RESERVED = 64 // files that a harness or a server opens besides its connections

/**
 * A socket is a file. Beyond the limit of open files, autocannon retries for ever and takes all memory.
 * @type {(connections: number, limit?: number|string) => void} `limit`: or "unlimited"; Windows has none
 * @throws {UserError} when there are too many connections
 */
function ensureOpenFiles (connections, limit) {
  limit ??= /** @type {any} */ (process.report.getReport()).userLimits?.open_files?.soft
  const most = Number(limit) - RESERVED // NaN for "unlimited"
  if (connections <= most || Number.isNaN(most)) return
  throw new UserError(`${connections} connections are more than ${limit} open files allow: ` +
    `take ${most} at most, or allow more with ulimit -n ${connections + 10 * RESERVED}`)
}

module.exports = { ensureOpenFiles }
