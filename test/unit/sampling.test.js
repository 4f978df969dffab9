'use strict'

const t = require('tap')
const { sampleDuringLoad } = require('../../scripts/lib/measure/sampling')
const { waitUntil } = require('../helpers/wait')

/** The samples during a load that lasts as long as `during`, which gets the tick of the timer. */
async function sample (t, sampleInterval, during) {
  let tick
  t.intercept(globalThis, 'setInterval', { value: (fn) => { tick = fn } })
  const samples = []
  const run = async (meter) => {
    await during(tick, meter)
    return 'measured'
  }
  t.equal(
    await sampleDuringLoad({ sampleInterval }, (sample) => samples.push(sample), run),
    'measured'
  )
  return samples
}

const settled = () => new Promise((resolve) => setImmediate(resolve))
const probes = (samples) => samples.map(({ probe }) => probe)

async function ticks (tick, count) {
  for (let i = 0; i < count; i++) {
    tick()
    await settled()
  }
}

t.test('each reading of the probe is in one sample', async (t) => {
  let readings = 0
  const sampleInterval = async () => ({ cpu: ++readings })
  const samples = await sample(t, sampleInterval, (tick) => ticks(tick, 3))
  t.strictSame(probes(samples), [null, { cpu: 2 }, { cpu: 3 }], 'the first began the interval')
})

t.test('until the server answers, samples are empty, and it is not asked again', async (t) => {
  const asked = []
  const sampleInterval = () => new Promise((resolve) => asked.push(resolve))
  const sampling = sample(t, sampleInterval, async (tick) => {
    await ticks(tick, 3)
    t.equal(asked.length, 2, 'once before the load, once since')
    asked[1]({ cpu: 1 })
    await settled()
    await ticks(tick, 1)
    tick()
  })
  asked[0]({ cpu: 0 })
  await waitUntil(() => asked.length === 3)
  let isOver = false
  sampling.then(() => { isOver = true })
  await settled()
  t.notOk(isOver, 'after the load, the last answer is waited for')
  asked[2]({ cpu: 2 })
  t.strictSame(probes(await sampling), [null, null, null, { cpu: 1 }, null])
})

t.test('a sample has what the meter has counted', async (t) => {
  const [{ answered, unavailable }] = await sample(t, async () => ({}), async (tick, meter) => {
    meter.answered(200, 5)
    meter.answered(503, 5)
    tick()
  })
  t.strictSame([answered, unavailable], [2, 1])
})

t.test('a server that dies ends the sampling without an error of its own', async (t) => {
  let asked = 0
  const sampleInterval = async () => { if (asked++) throw new Error('died') }
  t.strictSame(probes(await sample(t, sampleInterval, (tick) => ticks(tick, 2))), [null, null])
})
