'use strict'

// Preloaded with --require and --expose-gc: collects garbage and answers 'heap' with the bytes in use.

const { answers } = require('../../../scripts/lib/preload/probe')

const { gc } = globalThis
if (!gc) throw new Error('collect-garbage.js needs node --expose-gc')

answers.heap = () => {
  gc()
  return process.memoryUsage().heapUsed
}
