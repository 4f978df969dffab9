'use strict'

const { UserError } = require('../base/errors')

const RESERVED = 64 // files that a harness or a server opens besides its connections

/**
 * Checks the limit of open files: beyond it, autocannon retries for ever and takes all memory.
 * @param {number} connections Each is a file.
 * @param {number|string} [limit] Or "unlimited"; Windows has none.
 * @throws {UserError} When there are too many connections.
 */
function ensureOpenFiles (connections, limit) {
  limit ??= /** @type {any} */ (process.report.getReport()).userLimits?.open_files?.soft
  const most = Number(limit) - RESERVED // NaN for "unlimited"
  if (connections <= most || Number.isNaN(most)) return
  const enough = connections + 10 * RESERVED
  throw new UserError(`${connections} connections are more than ${limit} open files allow: ` +
    `take ${most} at most, or allow more with ulimit -n ${enough}`)
}

module.exports = { ensureOpenFiles }
