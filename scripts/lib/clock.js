'use strict'

// Preloaded: a clock that the harness can move on by a minute, so that nobody has to wait for one.

const now = Date.now
let minutes = 0

Date.now = () => now() + minutes * 60_000

process.on('message', (request) => {
  if (request !== 'a minute later') return
  minutes++
  process.send('done')
})
