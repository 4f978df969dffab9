'use strict'

const { UserError } = require('../cli/errors')

const RESERVED = 64 // files that a harness or a server opens besides its connections

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

module.exports = { ensureOpenFiles }
