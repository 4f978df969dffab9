'use strict'

const t = require('tap')

/** A meter whose clock stands still until the test moves it, in ms. */
function stoppedMeter (t) {
  let now = 5000
  const { createMeter } = t.mockRequire('../../scripts/lib/measure/meter', {
    'node:perf_hooks': { ...require('node:perf_hooks'), performance: { now: () => now } }
  })
  const meter = createMeter()
  return { meter, advance: (ms) => { now += ms } }
}

/** @param {number} n answers with this latency, in ms */
const answer = (meter, n, ms) => { for (let i = 0; i < n; i++) meter.answered(200, ms) }

t.test('answers and failures are counted by their kinds', async (t) => {
  const { meter, advance } = stoppedMeter(t)
  for (const status of [199, 200, 299, 300, 404, 503, 503]) meter.answered(status, 1)
  for (const message of ['request timed out', 'read ECONNRESET', 'request timed out']) meter.failed(new Error(message))
  advance(1000)
  const { rate, latencyP99, ...counts } = meter.read()
  t.strictSame(counts, { answered: 7, unavailable: 2, non2xx: 5, timeouts: 2, errors: 3 })
})

t.test('the rate is of the last four readings, the latency of all answers since the start', async (t) => {
  const { meter, advance } = stoppedMeter(t)
  const readings = [
    { answers: 0, reads: [0, null, 0] },
    { answers: 100, ms: 80, reads: [200, 80, 100] },
    { answers: 50, ms: 40, reads: [200, 80, 150] },
    { answers: 0, reads: [150, 80, 150] },
    { answers: 50, ms: 10, reads: [200, 80, 200] },
    { answers: 4_825, ms: 10, reads: [4925, 80, 5025] },
    { answers: 0, reads: [4875, 80, 5025] },
    { answers: 14_975, ms: 10, reads: [19_850, 10, 20_000] },
    { answers: 0, reads: [19_800, 10, 20_000] }
  ]
  for (const [i, { answers, ms, reads }] of readings.entries()) {
    answer(meter, answers, ms)
    advance(250)
    const { rate, latencyP99, answered } = meter.read()
    t.strictSame([Math.round(rate), latencyP99 && Math.round(latencyP99), answered], reads, `reading ${i + 1}`)
  }
})

t.test('the latency is the 99th percentile, exact to a microsecond or one in a thousand', async (t) => {
  const { meter, advance } = stoppedMeter(t)
  answer(meter, 98, 1)
  answer(meter, 1, 0.25)
  answer(meter, 2, 7.5)
  advance(250)
  t.ok(Math.abs(meter.read().latencyP99 - 7.5) < 0.01)
})

t.test('a latency of nothing counts as a microsecond, because the histogram starts there', async (t) => {
  const { meter, advance } = stoppedMeter(t)
  answer(meter, 1, 0)
  advance(250)
  t.equal(meter.read().latencyP99, 0.001)
})
