'use strict'

const { EventEmitter } = require('node:events')
const path = require('node:path')
const { performance } = require('node:perf_hooks')
const { text } = require('node:stream/consumers')
const hdr = require('hdr-histogram-js')
const t = require('tap')
const { sendLoad } = require('../../scripts/lib/load/load')
const { runProcess } = require('../../scripts/lib/server/run-process')
const { listen } = require('../helpers/http-server')

const LOAD_PROCESS = require.resolve('../../scripts/lib/load/load-process')
const LOAD = { url: 'http://127.0.0.1:1/', connections: 4, duration: 5 }

/** What autocannon reports of a turn: two turns have every latency from 1 to 100 ms, once. */
function turnReport (turn) {
  const latencies = hdr.build({ numberOfSignificantValueDigits: 5 })
  for (let ms = turn; ms <= 100; ms += 2) latencies.recordValue(ms)
  return {
    latencies: hdr.encodeIntoCompressedBase64(latencies),
    totalCompletedRequests: 6,
    totalRequests: 7,
    errors: 41,
    timeouts: 42,
    non2xx: 43,
    statusCodeStats: { 200: { count: 51 }, 503: { count: 52 } }
  }
}

const ANSWERS = [[0, 20], [999, 1], [1000, 22], [5100, 1]] // at ms; the last one is late

/** The load without autocannon: it starts after 2000 ms and runs for 5000, with 1400 of CPU. */
function standIn (t, answers = ANSWERS) {
  const seen = { options: [], stops: 0 }
  let now = 1000
  const cpuUsage = (since) => since ? { user: 1_300_000, system: 100_000 } : { user: 0 }
  t.intercept(process, 'cpuUsage', { value: cpuUsage })
  t.intercept(performance, 'now', { value: () => now })
  const active = (since) => ({ active: since ? 3500 : 0 })
  t.intercept(performance, 'eventLoopUtilization', { value: active })
  function generator (options) {
    seen.options.push(options)
    const instance = new EventEmitter()
    const running = Promise.resolve().then(() => {
      const start = now + 2000
      now = start
      instance.emit('start')
      for (const [time, count] of answers) {
        now = start + time
        for (let i = 0; i < count; i++) instance.emit('response', {}, 503, 1024, 9.5)
      }
      for (let i = 0; i < 6; i++) instance.emit('tick')
      now = start + 5000
      return turnReport(seen.options.length)
    })
    const stop = () => { seen.stops++ }
    return Object.assign(instance, { then: running.then.bind(running), stop })
  }
  return {
    run: (load, options) => sendLoad(load, { ...options, generator }),
    seen
  }
}

t.test('several turns of 5 s are one load; each answer counts in its second', async (t) => {
  const { run, seen } = standIn(t)
  const turns = []
  await run(LOAD, { turns })
  const { requests, throughput, latency, ...rest } = await run(LOAD, { turns })
  t.strictSame(requests.perSecond, [21, 22, 0, 0, 1, 21, 22, 0, 0, 1])
  t.strictSame([requests.average, requests.max, requests.total, requests.sent], [8.8, 22, 12, 14])
  t.equal(throughput.average, 8.8 * 1024)
  const { stddev, ...latencies } = latency
  t.equal(stddev.toFixed(2), '28.87')
  t.strictSame(latencies, { average: 50.5, max: 100, p50: 50, p90: 90, p97_5: 98, p99: 99 })
  t.strictSame(rest, {
    took: 10,
    errors: 82,
    timeouts: 84,
    non2xx: 86,
    statuses: { 200: 102, 503: 104 },
    generator: { cpu: 0.2, elu: 0.5 }
  })
  t.equal(seen.options[0].duration, 4.5, 'a load ends in the tick of its last second')
})

t.test('a second without an answer counts, but not after the last of an amount', async (t) => {
  for (const [amount, perSecond] of [[undefined, [20, 0, 0, 0, 0]], [20, [20]]]) {
    const { requests } = await standIn(t, [[0, 20]]).run({ ...LOAD, amount })
    t.strictSame(requests.perSecond, perSecond)
  }
})

t.test('an amount of requests takes until its last answer', async (t) => {
  for (const [amount, answers, took] of [
    [20, [[0, 19], [800, 1]], 0.8],
    [20, [], 5],
    [undefined, [[0, 20]], 5]
  ]) {
    const measured = await standIn(t, answers).run({ ...LOAD, amount })
    t.equal(measured.took, took)
  }
})

t.test('a load may not open more files than it is allowed', async (t) => {
  const { run } = standIn(t)
  for (const [soft, connections, problem] of [ // 64 files are for other things
    [164, 100],
    [164, 101, '101 connections are more than 164 open files allow: take 100 at most, or allow ' +
      'more with ulimit -n 165'],
    ['unlimited', 10_000]
  ]) {
    const userLimits = soft && { open_files: { soft } }
    t.intercept(process.report, 'getReport', { value: () => ({ userLimits }) })
    const outcome = await run({ ...LOAD, connections }).catch((err) => err)
    t.strictSame([outcome.message, outcome.exitCode], [problem, problem && 1])
  }
})

t.test('an abort stops the load', async (t) => {
  const { run, seen } = standIn(t)
  const interrupt = new AbortController()
  const reason = new Error('interrupted')
  const running = run(LOAD, { signal: interrupt.signal })
  interrupt.abort(reason)
  t.equal(await t.rejects(running), reason)
  t.equal(seen.stops, 1)
})

t.test('a load in its own process is sent to the chosen port, with its body', async (t) => {
  const requests = []
  const { server } = await listen(t, async (req, res) => {
    requests.push(`${req.method} ${req.url} ${await text(req)}`)
    res.end()
  })
  const bodyFile = path.join(t.testdir({ 'a.bin': 'body' }), 'a.bin')
  const load = { connections: 1, duration: 1, amount: 3, method: 'PUT', bodyFile }
  const { port } = server.address()
  const settings = { ...load, url: 'http://127.0.0.1:1/x?y', listen: port }
  const env = { ...process.env, HOST: '127.0.0.1', PORT: '1', LOAD: JSON.stringify(settings) }
  await runProcess([process.execPath, LOAD_PROCESS], { env })
  t.strictSame(requests, Array(3).fill('PUT /x?y body'))
})
