'use strict'

const t = require('tap')
const { fitGrowth, predictAnswers } = require('../../scripts/lib/compare/growth')
const { UserError } = require('../../scripts/lib/cli/errors')
const httpClient = require('../../scripts/lib/server/http-client')
const { close } = require('../helpers/close')
const { autocorrelated, normals } = require('../helpers/noise')

const TARGET = { name: 'slow', file: '/slow/index.js' }
const URL = 'http://127.0.0.1:1/seed/v1'

/**
 * `measureGrowth` with stand-ins for the clock, and for the server: each request costs 125 ms more
 * than `slope` times the one before, and leaves a listener.
 */
function standIn (t, { slope = 0, answer = async () => ({ status: 200 }) } = {}) {
  const seen = { requests: [], started: [], stopped: 0 }
  const dying = new AbortController()
  let now = 7000
  const server = {
    url: URL,
    over: dying.signal,
    async sample () {
      now += 5000 // which is not part of the service time
      return { listeners: seen.requests.length }
    },
    async stop () { seen.stopped++ }
  }
  const { measureGrowth } = t.mockRequire('../../scripts/lib/compare/growth', {
    'node:perf_hooks': { performance: { now: () => now } },
    '../../scripts/lib/server/environment': { environment: () => 'this machine' },
    '../../scripts/lib/server/http-client': {
      ...httpClient,
      request (...args) {
        const count = seen.requests.push(args)
        now += 125 * (slope ? slope * count : 1)
        return answer(count)
      }
    },
    '../../scripts/lib/server/server': {
      async startServer (...args) {
        seen.started.push(args)
        return server
      }
    }
  })
  return { measureGrowth, seen, dying }
}

t.test('requests are timed one after another, and sampled after 1, 2, 4, …', async (t) => {
  const { measureGrowth, seen } = standIn(t, { slope: 1 })
  const request = { method: 'POST', headers: { Authorization: 'secret' }, body: '{}' }
  const target = { ...TARGET, request }
  const limits = { duration: 1e6, max: 100 }
  const { signal } = new AbortController()
  const growth = await measureGrowth(target, limits, { signal })
  const { startedAt, samples, fit, ...rest } = growth
  const settings = { ...limits, ...request, headers: { Authorization: '…' } }
  t.strictSame(rest,
    { schema: 2, kind: 'growth', target: 'slow', environment: 'this machine', settings })
  t.strictSame(samples.map(({ requests, listeners, ms }) => [requests, listeners, ms]), [
    [1, 1, 125],
    [2, 2, 250],
    [4, 4, 437.5],
    [8, 8, 812.5],
    [16, 16, 1562.5],
    [32, 32, 3062.5],
    [64, 64, 6062.5],
    [100, 100, 10312.5]
  ])
  for (const { ms, perSecond } of samples) close(t, perSecond, 1000 / ms, 'req/s')
  close(t, fit.a, 0, 'a')
  close(t, fit.b, 125, 'b')

  t.strictSame(seen.started, [[target, { signal }]])
  t.strictSame(seen.requests[0], [URL, { keepAlive: true, ...request }])
  t.equal(seen.stopped, 1)
})

t.test('the duration or the number of requests ends the run, and both show', async (t) => {
  async function run (limits) {
    const shares = []
    const onProgress = (share) => shares.push(share)
    const { samples } = await standIn(t).measureGrowth(TARGET, limits, { onProgress })
    const { requests, ms } = samples.at(-1)
    return [requests, ms, ...shares]
  }
  t.strictSame(await run({ duration: 1000, max: 250 }), [250, 125, 0.4, 0.8])
  t.strictSame(await run({ duration: 25, max: 1000 }), [200, 125, 0.5, 1])
  t.strictSame(await run({ duration: 1000, max: 64 }), [64, 125])
})

t.test('a growth that cannot be measured ends the server', async (t) => {
  const body = Buffer.from(`see\n  ${'x'.repeat(300)}`)
  const failing = standIn(t, { answer: async (count) => ({ status: count < 3 ? 204 : 300, body }) })
  const dead = standIn(t, {
    answer () {
      dead.dying.abort(new UserError('slow died'))
      return new Promise(() => {})
    }
  })
  const cases = [
    [standIn(t), 'slow answered 63 requests in 9 s, too few for a fit: raise DURATION'],
    [failing, `${URL} answered 300: see ${'x'.repeat(196)}`],
    [dead, 'slow died']
  ]
  for (const [{ measureGrowth, seen }, message] of cases) {
    const err = await t.rejects(measureGrowth(TARGET, { duration: 9, max: 63 }))
    t.strictSame([err.message, err.exitCode, seen.stopped], [message, 1, 1])
  }
})

t.test('a request that is never answered ends it, too', async (t) => {
  t.intercept(AbortSignal, 'timeout', { value: () => AbortSignal.abort() })
  const { measureGrowth, seen } = standIn(t, { answer: () => new Promise(() => {}) })
  const { message } = await t.rejects(measureGrowth(TARGET, { duration: 9, max: 63 }))
  t.equal(message, `${URL} leaves request 1 without an answer`)
  t.equal(seen.stopped, 1)
})

t.test('the fit is of the means of 16 blocks, after an eighth of the requests', async (t) => {
  const noise = [0, 3, -3, 1, -1, 2, -2] // of each request of a block of seven
  const times = Array.from({ length: 131 }, (_, i) => i < 16 ? 1000 : i + 1 + noise[(i - 16) % 7])
  const { a, b, r2 } = fitGrowth(times)
  close(t, a, 0, 'a')
  close(t, b, 1, 'b')
  close(t, r2, 1, 'R²')
})

t.test('the share of intervals that hold the true slope, as fitGrowth says', async (t) => {
  const normal = normals(5)
  const slope = 0.0001 // ms per request
  function coverage (requests, correlation) {
    let held = 0
    for (let i = 0; i < 400; i++) {
      const next = autocorrelated(normal, { correlation, deviation: 0.1 })
      const times = Array.from({ length: requests }, (_, k) => 1 + slope * k + next())
      const [low, high] = fitGrowth(times).bInterval
      if (low <= slope && slope <= high) held++
    }
    return held / 400
  }
  const cases = [[1000, 0, 0.95], [4000, 0, 0.95], [1000, 0.99, 0.88], [4000, 0.99, 0.92]]
  for (const [requests, correlation, wanted] of cases) {
    const share = coverage(requests, correlation)
    t.ok(Math.abs(share - wanted) < 0.025, `${requests} requests, ${correlation}: ${share}`)
  }
})

t.test('a growth that is sure, and outweighs the constant part, predicts', async (t) => {
  const predict = (a, b, low, requests) => predictAnswers({
    fit: { a, b, bInterval: [low, 1] },
    samples: [{ requests: 9999 }, { requests }]
  }, 10)
  const answers = Math.sqrt(2 * 10_000 / 0.05) // n requests of cost b·k take b·n²/2 ms
  close(t, predict(1, 0.05, 0.04, 1000), answers, 'of 10 s')
  t.equal(predict(1, 0.05, 0.04, 10), null, 'the last sample counts: sure but small')
  t.equal(predict(1, 0.25, 0.2, 4), null, 'as much as the constant part is not more')
  t.equal(predict(1, 0.05, 0, 1000), null, 'zero within the interval')
})
