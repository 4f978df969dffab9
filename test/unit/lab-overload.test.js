'use strict'

const t = require('tap')
const { createCounter } = require('../../docs/labs/overload/trials')

/** Feeds answers to a counter. */
function count (statuses, { failures = 0, duration = 1 } = {}) {
  const counter = createCounter()
  for (const [i, status] of statuses.entries()) counter.answered(status, i + 1)
  for (let i = 0; i < failures; i++) counter.failed(new Error('request timed out'))
  return counter.figures(duration)
}

t.test('accepted and shed requests are counted per second, each with its p99', async (t) => {
  const { accepted, p99, shed, p99Shed, failed } = count([200, 200, 503, 200], { duration: 2 })
  t.equal(accepted, 1.5)
  t.equal(shed, 0.5)
  t.ok(Math.abs(p99 - 4) < 0.01, `${p99} ms`)
  t.ok(Math.abs(p99Shed - 3) < 0.01, `${p99Shed} ms`)
  t.equal(failed, 25)
})

t.test('every answer with another status than 200 is a failed request', async (t) => {
  for (const status of [204, 301, 404, 500, 502, 503, 504]) t.equal(count([200, status]).failed, 50, status)
})

t.test('a request without an answer is a failed request: a timeout, a reset connection', async (t) => {
  t.equal(count([200, 200, 200], { failures: 1 }).failed, 25)
  t.equal(count([200, 502], { failures: 2 }).failed, 75)
})

t.test('no answer at all is 100 % failed', async (t) => {
  t.strictSame(count([]), { accepted: 0, p99: null, shed: 0, p99Shed: null, failed: 100 })
  t.equal(count([], { failures: 3 }).failed, 100)
})
