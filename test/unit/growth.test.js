'use strict'

const http = require('node:http')
const t = require('tap')
const {
  batchMeans, findBench, fitGrowth, growthDominates, predictListenerCost, predictRequests
} =
  require('../../scripts/lib/experiments/growth')
const { UserError } = require('../../scripts/lib/base/errors')
const httpClient = require('../../scripts/lib/system/http-client')
const { close } = require('../helpers/close')
const { autocorrelated, normals } = require('../helpers/noise')

/**
 * `measureGrowth` with a stand-in for the server, a listener for each request it has served, and for the clock.
 *
 * @param {import('tap').Test} t
 * @param {(k: number) => number} cost ms of request k
 * @param {(k: number) => Promise<{status: number, body?: Buffer}>} [answer] to request k
 */
function standIn (t, cost, answer = async () => ({ status: 200 })) {
  const seen = { requests: [], started: [], stopped: 0 }
  const dying = new AbortController()
  let now = 7000
  const server = {
    url: 'http://127.0.0.1:1/seed/v1',
    over: dying.signal,
    sample: async () => {
      now += 5000 // which is not part of the service time
      return { listeners: seen.requests.length }
    },
    stop: async () => { seen.stopped++ }
  }
  const { measureGrowth } = t.mockRequire('../../scripts/lib/experiments/growth', {
    'node:perf_hooks': { performance: { now: () => now } },
    '../../scripts/lib/system/environment': { environment: () => 'this machine' },
    '../../scripts/lib/system/http-client': {
      ...httpClient,
      request (...args) {
        seen.requests.push(args)
        now += cost(seen.requests.length)
        return answer(seen.requests.length)
      }
    },
    '../../scripts/lib/measure/server': {
      async startServer (...args) {
        seen.started.push(args)
        return server
      }
    }
  })
  return { measureGrowth, seen, dying }
}

const TARGET = { name: 'slow', file: '/slow/index.js' }

t.test('requests are timed one after another, and sampled after 1, 2, 4, … and at the end', async (t) => {
  const { measureGrowth, seen } = standIn(t, (k) => 125 * k)
  const destroy = t.capture(http.Agent.prototype, 'destroy')
  const limits = { duration: 1e6, max: 100 }
  const { signal } = new AbortController()
  const { startedAt, samples, blocks, fit, ...rest } = await measureGrowth(TARGET, limits, { signal })

  t.strictSame(rest, { schema: 2, kind: 'growth', stage: 'slow', environment: 'this machine', settings: limits })
  const rounded = samples.map(({ requests, listeners, ms, perSecond }) =>
    [requests, listeners, ms, Math.round(perSecond * 1e6) / 1e6])
  t.strictSame(rounded, [
    [1, 1, 125, 8],
    [2, 2, 250, 4],
    [4, 4, 437.5, 2.285714],
    [8, 8, 812.5, 1.230769],
    [16, 16, 1562.5, 0.64],
    [32, 32, 3062.5, 0.326531],
    [64, 64, 6062.5, 0.164948],
    [100, 100, 10312.5, 0.09697]
  ])
  t.strictSame([blocks.length, blocks[0], blocks[15]], [16, { requests: 15, ms: 1875 }, { requests: 90, ms: 11250 }])
  close(t, fit.a, 0, 'a')
  close(t, fit.b, 125, 'b')

  t.strictSame(seen.started, [[TARGET, { signal }]])
  const [[url, { agent }]] = seen.requests
  t.strictSame([url, agent.keepAlive, agent.maxSockets], ['http://127.0.0.1:1/seed/v1', true, 1])
  t.ok(seen.requests.every(([, options]) => options.agent === agent), 'on one connection')
  t.strictSame([destroy().length, seen.stopped], [1, 1])
})

t.test('the duration or the number of requests ends the run, and both show in its progress', async (t) => {
  const run = async (limits) => {
    const { measureGrowth } = standIn(t, () => 125)
    const shares = []
    const { samples } = await measureGrowth(TARGET, limits, { onProgress: (share) => shares.push(share) })
    return { last: samples.slice(-2).map(({ requests }) => requests), shares }
  }
  t.strictSame(await run({ duration: 1000, max: 250 }), { last: [128, 250], shares: [0.4, 0.8] })
  t.strictSame(await run({ duration: 25, max: 1000 }), { last: [128, 200], shares: [0.5, 1] })
  t.strictSame(await run({ duration: 24.9, max: 1000 }), { last: [128, 200], shares: [12.5 / 24.9, 1] })
  t.strictSame(await run({ duration: 1000, max: 64 }), { last: [32, 64], shares: [] })
})

t.test('a growth that cannot be measured ends the server', async (t) => {
  const few = standIn(t, () => 125)
  const body = Buffer.from(`see\n  ${'x'.repeat(300)}`)
  const failing = standIn(t, () => 125, async (k) => ({ status: k < 3 ? 204 : 300, body }))
  const dead = standIn(t, () => 125, () => {
    dead.dying.abort(new UserError('slow died'))
    return new Promise(() => {})
  })
  const cases = [
    [few, 'slow answered 63 requests in 9 s, too few for a fit: raise DURATION'],
    [failing, `http://127.0.0.1:1/seed/v1 answered 300: see ${'x'.repeat(196)}`],
    [dead, 'slow died']
  ]
  for (const [{ measureGrowth, seen }, message] of cases) {
    const err = await t.rejects(measureGrowth(TARGET, { duration: 9, max: 63 }))
    t.strictSame([err.message, err.exitCode, seen.stopped], [message, 1, 1])
  }
})

t.test('the request is the given one; the values of its headers are not saved', async (t) => {
  const { measureGrowth, seen } = standIn(t, () => 125)
  const sent = { method: 'POST', headers: { Authorization: 'secret' }, body: '{}' }
  const { settings } = await measureGrowth(TARGET, { duration: 9, max: 64, ...sent })
  const [[, { agent, ...options }]] = seen.requests
  t.strictSame(options, sent)
  t.strictSame(settings, { duration: 9, max: 64, method: 'POST', headers: { Authorization: '…' }, body: '{}' })
})

t.test('blocks of equal length begin after an eighth of the requests', async (t) => {
  const blocks = batchMeans(Array.from({ length: 131 }, (_, i) => i < 16 ? 1000 : i + 1))
  t.strictSame(blocks, Array.from({ length: 16 }, (_, i) => ({ requests: 20 + 7 * i, ms: 20 + 7 * i })))
})

t.test('the share of intervals that hold the true slope, as the JSDoc of fitGrowth has it', async (t) => {
  const [normal, slope] = [normals(5), 0.0001] // ms per request
  const coverage = (requests, correlation) => Array.from({ length: 400 }, () => {
    const next = autocorrelated(normal, { correlation, deviation: 0.1 })
    return fitGrowth(batchMeans(Array.from({ length: requests }, (_, k) => 1 + slope * k + next()))).bInterval
  }).filter(([low, high]) => low <= slope && slope <= high).length / 400
  const cases = [[1000, 0, 0.95], [4000, 0, 0.95], [1000, 0.99, 0.88], [4000, 0.99, 0.92]]
  for (const [requests, correlation, wanted] of cases) {
    const found = coverage(requests, correlation)
    t.ok(Math.abs(found - wanted) < 0.025, `${requests} requests, ${correlation}: ${found}`)
  }
})

t.test('growth dominates when its slope is sure, and outweighs the constant part at the end', async (t) => {
  const dominates = (a, b, low, ...requests) =>
    growthDominates({ fit: { a, b, bInterval: [low, 1] }, samples: requests.map((requests) => ({ requests })) })
  t.equal(dominates(1, 0.05, 0.04, 1, 1000), true)
  t.equal(dominates(1, 0.05, 0.04, 1, 10), false, 'the last sample counts: sure but small')
  t.equal(dominates(1, 0.25, 0.2, 4), false, 'as much as the constant part is not more')
  t.equal(dominates(1, 0.05, -0.01, 1000), false, 'large but unsure')
  t.equal(dominates(1, 0.05, 0, 1000), false, 'zero within the interval')
})

t.test('a prediction is checked by the latest bench of the same code on the same machine', async (t) => {
  const environment = { node: 'v26.0.0', cpu: { model: 'a CPU', count: 2 }, loadAverage: 1 }
  const growth = { stage: 'slow', code: 'abc', environment }
  const result = { target: 'slow', code: 'abc', environment, load: {}, requests: {} }
  const others = {
    target: { target: 'fast' },
    code: { code: 'def' },
    rate: { load: { rate: 100 } },
    kind: { requests: undefined },
    node: { environment: { ...environment, node: 'v20.0.0' } },
    model: { environment: { ...environment, cpu: { model: 'another', count: 2 } } },
    count: { environment: { ...environment, cpu: { model: 'a CPU', count: 4 } } }
  }
  const entry = (file, rest) => ({ file, result: { ...result, ...rest } })
  for (const [what, rest] of Object.entries(others)) {
    t.equal(findBench(growth, [entry('a', rest)]), undefined, what)
  }
  const later = { environment: { ...environment, loadAverage: 0 } }
  t.equal(findBench(growth, [entry('a'), entry('b', later), entry('c', others.code)]).file, 'b')
})

t.test('n requests of cost c·k take c·n²/2', async (t) => {
  close(t, predictRequests(50e-6, 10), Math.sqrt(400_000), '10 s of 50 µs')
  close(t, predictListenerCost(231, 10), 20 / 231 ** 2, 'the article: 231 requests in 10 s')
})
