'use strict'

// What the checks ask a server.

const { answers } = require('../../../scripts/lib/server/probe/probe')

/** The bytes in use, after a collection: it needs --expose-gc. */
answers.heap = () => {
  globalThis.gc()
  return process.memoryUsage().heapUsed
}
