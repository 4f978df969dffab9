'use strict'

// Preloaded: a clock that the harness can move on by a minute, so that nobody has to wait for one. Where FROZEN says a time (ms), it
// stands still there otherwise, so that servers can start at the same millisecond.

const { FROZEN } = process.env
const now = FROZEN ? () => Number(FROZEN) : Date.now
let minutes = 0

Date.now = () => now() + minutes * 60_000

process.on('message', (request) => {
  if (request !== 'a minute later') return
  minutes++
  process.send('done')
})
