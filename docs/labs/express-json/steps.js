'use strict'

// Times the two steps that the string saves for each response: making the text, and hashing it for
// Express's ETag.

const etag = require('etag') // Express 5 makes its weak ETag with it
const objects = require('./objects')

const object = objects[process.env.OBJECT]
const text = Buffer.from(JSON.stringify(object))

/** @returns {number} µs per call, in one second, after a warm-up of half a second */
function timePerCall (step) {
  let calls = 0
  let start = performance.now()
  for (const seconds of [0.5, 1]) {
    calls = 0
    start = performance.now()
    while (performance.now() - start < seconds * 1000) {
      for (let i = 0; i < 10; i++) step()
      calls += 10
    }
  }
  return (performance.now() - start) * 1000 / calls
}

console.log(JSON.stringify({
  stringify: timePerCall(() => Buffer.from(JSON.stringify(object))),
  etag: timePerCall(() => etag(text, { weak: true }))
}))
