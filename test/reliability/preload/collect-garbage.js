'use strict'

// With --expose-gc: collects garbage and answers `heap` with the bytes in use.

const { answers } = require('../../../scripts/lib/server/probe/probe')

answers.heap = () => {
  globalThis.gc()
  return process.memoryUsage().heapUsed
}
