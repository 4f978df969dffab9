'use strict'

// Preloaded with --require and --expose-gc: collects garbage and answers the message 'heap' with the bytes in use.

const { gc } = globalThis
if (!gc) throw new Error('collect-garbage.js needs node --expose-gc')

process.on('message', (request) => {
  if (request !== 'heap') return
  gc()
  process.send?.(process.memoryUsage().heapUsed)
})
