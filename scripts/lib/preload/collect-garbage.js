'use strict'

// Preloaded, with --expose-gc: tells how many bytes are in use once the garbage is gone.

process.on('message', (request) => {
  if (request !== 'heap') return
  global.gc()
  process.send(process.memoryUsage().heapUsed)
})
