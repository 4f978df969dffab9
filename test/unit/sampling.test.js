'use strict'

const { performance } = require('node:perf_hooks')
const t = require('tap')
const { sampler } = require('../../scripts/lib/load/sampling')
const { waitUntil } = require('../helpers/wait')

const settled = () => new Promise((resolve) => setImmediate(resolve))
const probes = (samples) => samples.map(({ probe }) => probe)

/** The samples during a load. `during` gets the tick of the timer, and the meter. */
async function sample (t, sampleInterval, during) {
  let now = 5000
  t.intercept(performance, 'now', { value: () => now })
  let callback
  t.intercept(globalThis, 'setInterval', { value: (fn) => { callback = fn } })
  async function tick () {
    now += 250
    callback()
    await settled()
  }
  const samples = []
  const sendSampled = sampler((sample) => samples.push(sample))
  await sendSampled({ sampleInterval }, (meter) => during(tick, meter))
  return samples
}

t.test('each reading of the probe is in one sample', async (t) => {
  let readings = 0
  const samples = await sample(t, async () => ({ cpu: ++readings }), async (tick) => {
    for (let i = 0; i < 3; i++) await tick()
  })
  t.strictSame(probes(samples), [null, { cpu: 2, answered: 0 }, { cpu: 3, answered: 0 }],
    'the first began the interval')
  t.strictSame(samples.map(({ time }) => time), [0.25, 0.5, 0.75])
})

t.test('until the server answers, samples are empty, and it is not asked again', async (t) => {
  const asked = []
  const sampleInterval = () => new Promise((resolve) => asked.push(resolve))
  const sampling = sample(t, sampleInterval, async (tick, meter) => {
    for (let i = 0; i < 3; i++) await tick()
    t.equal(asked.length, 2, 'once before the load, once since')
    for (let i = 0; i < 7; i++) meter.answered(200, 1)
    asked[1]({ cpu: 1 })
    await settled()
    meter.answered(200, 1) // is of the next reading
    await tick()
    tick()
  })
  asked[0]({ cpu: 0 })
  await waitUntil(() => asked.length === 3)
  let isOver = false
  sampling.then(() => { isOver = true })
  await settled()
  t.notOk(isOver, 'after the load, the last answer is waited for')
  asked[2]({ cpu: 2 })
  t.strictSame(probes(await sampling), [null, null, null, { cpu: 1, answered: 7 }, null])
})

t.test('a server that dies ends the sampling without an error of its own', async (t) => {
  let asked = 0
  const sampleInterval = async () => { if (asked++) throw new Error('died') }
  const samples = await sample(t, sampleInterval, async (tick) => {
    await tick()
    await tick()
  })
  t.strictSame(probes(samples), [null, null])
})

t.test('a load that fails ends the sampling', async (t) => {
  const cleared = t.capture(globalThis, 'clearInterval')
  const died = new Error('died')
  t.equal(await t.rejects(sample(t, async () => null, async () => { throw died })), died)
  t.equal(cleared().length, 1)
})

t.test('answers and failures are counted by their kinds', async (t) => {
  const [first] = await sample(t, async () => null, async (tick, meter) => {
    for (const status of [199, 200, 404, 503, 503]) meter.answered(status, 1)
    for (const text of ['request timed out', 'read ECONNRESET', 'request timed out']) {
      meter.failed(new Error(text))
    }
    await tick()
  })
  const { rate, latencyP99, ...counts } = first
  t.strictSame(counts,
    { time: 0.25, probe: null, answered: 5, unavailable: 2, timeouts: 2, errors: 3 })
})

t.test('the rate is of the last four samples, the latency of all answers', async (t) => {
  const steps = [
    { answers: 0, reads: [0, null, 0] },
    { answers: 100, ms: 80, reads: [200, 80, 100] },
    { answers: 50, ms: 40, reads: [200, 80, 150] },
    { answers: 0, reads: [150, 80, 150] },
    { answers: 50, ms: 10, reads: [200, 80, 200] },
    { answers: 4_825, ms: 10, reads: [4925, 80, 5025] },
    { answers: 14_975, ms: 10, reads: [19_850, 10, 20_000] }
  ]
  const samples = await sample(t, async () => null, async (tick, meter) => {
    for (const { answers, ms } of steps) {
      for (let i = 0; i < answers; i++) meter.answered(200, ms)
      await tick()
    }
  })
  for (const [i, { rate, latencyP99, answered }] of samples.entries()) {
    const { reads } = steps[i]
    t.strictSame([Math.round(rate), latencyP99 && Math.round(latencyP99), answered], reads)
  }
})
