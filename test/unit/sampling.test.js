'use strict'

const t = require('tap')
const { sampleDuringLoad } = require('../../scripts/lib/measure/sampling')

/** Samples during a load that lasts as long as `during` takes, which gets the tick of the timer. */
async function sample (t, server, during) {
  let tick
  t.intercept(globalThis, 'setInterval', { value: (fn) => { tick = fn } })
  const samples = []
  const result = await sampleDuringLoad(server, (sample) => samples.push(sample), async (meter) => {
    await during(tick, meter)
    return 'measured'
  })
  t.equal(result, 'measured')
  return samples
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

/** @type {(tick: () => void, count: number) => Promise<void>} */
async function ticks (tick, count) {
  for (let i = 0; i < count; i++) {
    tick()
    await settled()
  }
}

t.test('each reading of the probe is in one sample', async (t) => {
  let readings = 0
  const samples = await sample(t, { sampleInterval: async () => ({ cpu: ++readings }) }, (tick) => ticks(tick, 3))
  t.strictSame(samples.map(({ probe }) => probe), [null, { cpu: 2 }, { cpu: 3 }], 'the first began the interval')
})

t.test('until the server answers, samples have no reading, and it is not asked again', async (t) => {
  const asked = []
  const server = { sampleInterval: () => new Promise((resolve) => asked.push(resolve)) }
  const sampling = sample(t, server, async (tick) => {
    await ticks(tick, 3)
    t.equal(asked.length, 2, 'once before the load, once since')
    asked[1]({ cpu: 1 })
    await settled()
    await ticks(tick, 1)
    tick()
    for (const answer of asked) answer({ cpu: 2 })
  })
  asked[0]({ cpu: 0 })
  const samples = await sampling
  t.strictSame(samples.map(({ probe }) => probe), [null, null, null, { cpu: 1 }, null])
})

t.test('a sample has what the meter has counted', async (t) => {
  const samples = await sample(t, { sampleInterval: async () => ({}) }, async (tick, meter) => {
    meter.answered(200, 5)
    meter.answered(503, 5)
    tick()
  })
  t.strictSame(samples.map(({ answered, unavailable }) => [answered, unavailable]), [[2, 1]])
})

t.test('a server that dies ends the sampling without an error of its own', async (t) => {
  let asked = 0
  const sampleInterval = async () => { if (asked++) throw new Error('died') }
  const samples = await sample(t, { sampleInterval }, async (tick) => {
    tick()
    await settled()
    tick()
  })
  t.strictSame(samples.map(({ probe }) => probe), [null, null])
})
