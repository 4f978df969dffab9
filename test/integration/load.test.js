'use strict'

const path = require('node:path')
const { text } = require('node:stream/consumers')
const { setTimeout: sleep } = require('node:timers/promises')
const t = require('tap')
const { sendLoad } = require('../../scripts/lib/load/load')
const { sum } = require('../../scripts/lib/load/statistics')
const { runProcess } = require('../../scripts/lib/server/run-process')
const { listen } = require('../helpers/http-server')
const { waitUntil } = require('../helpers/wait')

const LOAD_PROCESS = require.resolve('../../scripts/lib/load/load-process')

/** A server that answers request `count` as `answer` says, and the load of one connection on it. */
async function loadedServer (t, answer) {
  const seen = { requests: 0 }
  const { url } = await listen(t, (req, res) => answer(res, ++seen.requests))
  return { load: { url, connections: 1, duration: 1 }, seen }
}

t.test('several turns are one load, of which each second counts', async (t) => {
  const delays = [30, 60] // ms of an answer in each turn
  const turns = []
  const { load } = await loadedServer(t, (res, count) => {
    res.statusCode = count % 2 ? 200 : 503
    setTimeout(() => res.end('x'), delays[turns.length])
  })
  await sendLoad(load, { turns })
  const { requests, throughput, latency, ...rest } = await sendLoad(load, { turns })
  const { perSecond, total, sent } = requests
  t.equal(perSecond.length, 2)
  t.strictSame([sum(perSecond), requests.average, requests.max],
    [total, total / 2, Math.max(...perSecond)])
  t.ok(sent >= total)
  t.ok(throughput.average > 100 * requests.average, 'bytes, with the headers')
  t.ok(latency.p50 >= 30 && latency.max >= 60 && latency.average > 30, 'of both turns')
  const { statuses, non2xx, errors, timeouts, generator } = rest
  t.equal(statuses[200] + statuses[503], total)
  t.strictSame([non2xx, errors, timeouts], [statuses[503], 0, 0])
  t.ok(rest.took > 1.5, 'of both turns')
  t.ok(generator.cpu > 0 && generator.elu > 0 && generator.elu < 1)
})

t.jobs = 2 // of those that follow, which do not time a load so exactly

t.test('a second without an answer counts, but not after the last of an amount', async (t) => {
  const { load } = await loadedServer(t, (res, count) => { if (count % 20) res.end() })
  const { requests, took } = await sendLoad({ ...load, duration: 2 })
  t.strictSame([requests.perSecond, requests.total], [[19, 0], 19])
  t.ok(took > 1)
  const amount = await sendLoad({ ...load, connections: 3, amount: 12, duration: 5 })
  t.strictSame(amount.requests.perSecond, [12])
})

t.test('a load may not open more files than it is allowed', async (t) => {
  const { load } = await loadedServer(t, (res) => res.end())
  for (const [soft, connections, problem] of [ // 64 files are for other things
    [84, 20],
    [84, 21, '21 connections are more than 84 open files allow: take 20 at most, or allow ' +
      'more with ulimit -n 85'],
    ['unlimited', 21]
  ]) {
    t.intercept(process.report, 'getReport', {
      value: () => ({ userLimits: { open_files: { soft } } })
    })
    const outcome = await sendLoad({ ...load, connections, amount: 21 }).catch((err) => err)
    t.strictSame([outcome.message, outcome.exitCode], [problem, problem && 1])
  }
})

t.test('an abort stops the load', async (t) => {
  const { load, seen } = await loadedServer(t, (res) => setTimeout(() => res.end(), 10))
  const interrupt = new AbortController()
  const running = sendLoad({ ...load, duration: 60 }, { signal: interrupt.signal })
  await sleep(100)
  const reason = new Error('interrupted')
  interrupt.abort(reason)
  t.equal(await t.rejects(running), reason)
  async function isQuiet () {
    const { requests } = seen
    await sleep(200)
    return seen.requests === requests
  }
  t.ok(await waitUntil(isQuiet), 'no more requests, from autocannon’s next second on')
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
