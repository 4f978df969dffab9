'use strict'

const t = require('tap')

/** A meter whose clock stands still until the test moves it, in ms. */
function stoppedMeter (t) {
  let now = 5000
  const { createMeter } = t.mockRequire('../../scripts/lib/measure/meter', {
    'node:perf_hooks': { ...require('node:perf_hooks'), performance: { now: () => now } }
  })
  const meter = createMeter()
  return {
    meter,
    advance: (ms) => { now += ms },
    answer (count, ms) {
      for (let i = 0; i < count; i++) meter.answered(200, ms)
    }
  }
}

t.test('answers and failures are counted by their kinds', async (t) => {
  const { meter, advance } = stoppedMeter(t)
  for (const status of [199, 200, 299, 300, 404, 503, 503]) meter.answered(status, 1)
  meter.failed(new Error('request timed out'))
  meter.failed(new Error('read ECONNRESET'))
  meter.failed(new Error('request timed out'))
  advance(1000)
  const { rate, latencyP99, ...counts } = meter.read()
  t.strictSame(counts, { answered: 7, unavailable: 2, non2xx: 5, timeouts: 2, errors: 3 })
})

t.test('the rate is of the last four readings, the latency of all answers', async (t) => {
  const { meter, advance, answer } = stoppedMeter(t)
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
  for (const { answers, ms, reads } of readings) {
    answer(answers, ms)
    advance(250)
    const { rate, latencyP99, answered } = meter.read()
    t.strictSame([Math.round(rate), latencyP99 && Math.round(latencyP99), answered], reads)
  }
})

t.test('the latency is the 99th percentile, and a microsecond at least', async (t) => {
  const { meter, advance, answer } = stoppedMeter(t)
  answer(1, 0)
  advance(250)
  t.equal(meter.read().latencyP99, 0.001, 'where the histogram begins')
  answer(97, 1)
  answer(1, 0.25)
  answer(2, 7.5)
  advance(250)
  t.ok(Math.abs(meter.read().latencyP99 - 7.5) < 0.01)
})
