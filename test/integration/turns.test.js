'use strict'

// A load is sent in turns, so that several targets can take theirs.

const os = require('node:os')
const t = require('tap')
const {
  loadInTurns, measure, startRun, waitForRest
} = require('../../scripts/lib/load/measure')
const { listen } = require('../helpers/http-server')
const { standInMachine } = require('../helpers/machine')
const { handlerTarget } = require('../helpers/own-server')
require('../helpers/without-tap-loader')

const LOAD = { connections: 2, duration: 1 }

t.test('a server that is busy all the time is the bottleneck', async (t) => {
  const target = handlerTarget(t, `(req, res) => {
    globalThis.timer ??= setInterval(() => {
      for (const end = performance.now() + 50; performance.now() < end;);
    })
    res.end()
  }`)
  t.equal((await measure(target, { ...LOAD, warmup: 1 })).bottleneck, 'server')
})

t.test('the probe has as long to answer as the load lasts, and 20 s at least', async (t) => {
  const target = handlerTarget(t, '(req, res) => res.end()')
  for (const [duration, limit] of [[19, 20_000], [60, 60_000]]) {
    const run = await startRun(target, { ...LOAD, duration, amount: 2 })
    const timers = t.capture(globalThis, 'setTimeout', setTimeout)
    await run.send(duration)
    timers.restore()
    await run.stop()
    const long = timers.args().map(([, ms]) => ms).filter((ms) => ms > 10_000)
    t.strictSame(long, [limit, limit], 'for the sample before, and the one after')
  }
})

t.test('a server is at rest when it uses no CPU time; after a second it has its own work',
  async (t) => {
    async function countSamples (shares) {
      let samples = 0
      await waitForRest({ sample: async () => ({ cpu: shares[samples++] ?? 1 }) })
      return samples
    }
    t.equal(await countSamples([0.9, 0.2, 0.05]), 3)
    t.equal(await countSamples([]), 20)
  })

t.test('what was read of several turns is summed up', async (t) => {
  const turn = (cpuTime, rest) => ({ cpu: 0.5, cpuTime, userTime: cpuTime / 2, elu: 0.4, ...rest })
  const machine = standInMachine(t)
  const { url } = await listen(t, (req, res) => res.end())
  const { signal } = new AbortController()
  const samples = [
    {},
    turn(100_000, { cpu: 0.4, elu: 0.2, delayP99: 9, heap: 1 }),
    {},
    turn(300_000, { cpu: 0.6, elu: 0.6, delayP99: 2, heap: 3 })
  ]
  async function sample () {
    const read = samples.shift()
    const { cpuTime = 0 } = read
    machine.now += 1000
    machine.times.user += cpuTime / 1000 // 200 ms on both CPUs, of which the server used the half
    return read
  }
  const turns = loadInTurns({ over: signal, sample }, { url, connections: 1, amount: 1 })
  await turns.send(1)
  await turns.send(1)
  const { server, backgroundCpu, requests } = turns.measured()
  t.strictSame(server, turn(400_000, { delayP99: 9, heap: 3 }))
  t.strictSame([backgroundCpu.toFixed(3), requests.total], ['0.200', 2])

  t.intercept(os, 'availableParallelism', { value: () => 1 }) // not all CPUs
  samples.push({}, turn(1))
  await turns.send(1)
  t.equal(turns.measured().backgroundCpu.toFixed(3), '0.200', 'of the turns that know it')
})
