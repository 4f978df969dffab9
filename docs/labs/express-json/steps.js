'use strict'

// Times the two steps that the string saves for each response: making the text, and hashing it for
// Express's ETag.

const etag = require('etag') // Express 5 makes its weak ETag with it
const objects = require('./objects')

const object = objects[process.env.OBJECT]
const text = Buffer.from(JSON.stringify(object))

/** @returns {number} µs per call, in so many ms */
function timePerCall (step, ms) {
  const start = performance.now()
  let calls = 0
  while (performance.now() - start < ms) {
    for (let i = 0; i < 10; i++) step()
    calls += 10
  }
  return (performance.now() - start) * 1000 / calls
}

function timeAfterWarmUp (step) {
  timePerCall(step, 500)
  return timePerCall(step, 1000)
}

console.log(JSON.stringify({
  stringify: timeAfterWarmUp(() => Buffer.from(JSON.stringify(object))),
  etag: timeAfterWarmUp(() => etag(text, { weak: true }))
}))
