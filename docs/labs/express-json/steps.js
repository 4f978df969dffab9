'use strict'

// What the two steps cost that the string spares each response, timed alone: the text, and Express's ETag of it.

const etag = require('etag') // what Express 5 makes its weak tag with
const objects = require('./objects')

const object = objects[process.env.OBJECT]
const text = Buffer.from(JSON.stringify(object))

/** µs a call, after a warm-up of half the time. */
function cost (step) {
  let calls = 0
  let begun = performance.now()
  for (const seconds of [0.5, 1]) {
    calls = 0
    begun = performance.now()
    while (performance.now() - begun < seconds * 1000) {
      for (let i = 0; i < 10; i++) step()
      calls += 10
    }
  }
  return (performance.now() - begun) * 1000 / calls
}

console.log(JSON.stringify({
  stringify: cost(() => Buffer.from(JSON.stringify(object))),
  etag: cost(() => etag(text, { weak: true }))
}))
