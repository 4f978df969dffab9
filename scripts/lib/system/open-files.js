'use strict'

// How many files, and sockets are files, a process may open. Beyond that autocannon tries without end, and takes all memory.

const { UserError } = require('../cli/errors')

const BESIDES = 64 // files that a harness or a server has open besides its connections

/**
 * @param {number} connections that shall be opened
 * @param {number|string} [limit] of this process; not known on Windows, which has none
 * @throws {UserError} when there are more than may be
 */
function ensureOpenFiles (connections, limit = process.report.getReport().userLimits?.open_files?.soft) {
  const most = Number(limit) - BESIDES // of "unlimited" there is no number
  if (connections > most) throw new UserError(`${connections} connections are more than ${limit} open files allow: take ${most} at most, or allow more with ulimit -n ${connections + 10 * BESIDES}`)
}

module.exports = { ensureOpenFiles }
