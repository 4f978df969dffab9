'use strict'

const { performance } = require('node:perf_hooks')
const { text } = require('node:stream/consumers')
const t = require('tap')
const { measureGrowth } = require('../../scripts/lib/compare/growth')
const { UserError } = require('../../scripts/lib/cli/errors')
const { close } = require('../helpers/close')
const { listen } = require('../helpers/http-server')

const TARGET = { name: 'slow', file: '/slow/index.js' }

/**
 * `measureGrowth` with stand-ins for the clock, and for a process: request k costs `cost(k)` ms,
 * and leaves a listener.
 */
async function standIn (t, { cost = () => 125, answer = (res) => res.end() } = {}) {
  const seen = { requests: [], sockets: new Set(), stopped: 0 }
  const dying = new AbortController()
  let now = 7000
  t.intercept(performance, 'now', { value: () => now })
  const { url } = await listen(t, async (req, res) => {
    const { method, headers: { authorization }, socket } = req
    const count = seen.requests.push({ method, authorization, body: await text(req) })
    seen.sockets.add(socket)
    now += cost(count)
    answer(res, count, dying)
  })
  const server = {
    url,
    over: dying.signal,
    async ask () {
      now += 5000 // which is not part of the service time
      return [{ listeners: seen.requests.length }]
    },
    async stop () { seen.stopped++ }
  }
  const start = async () => server
  const measure = (target, limits) => measureGrowth(target, limits, { start })
  return { measure, seen, url }
}

t.test('requests are timed one after another, and sampled after 1, 2, 4, …', async (t) => {
  const { measure, seen } = await standIn(t, { cost: (count) => 125 * count })
  const request = { method: 'POST', headers: { Authorization: 'secret' }, body: '{}' }
  const limits = { duration: 1e6, max: 100 }
  const growth = await measure({ ...TARGET, request }, limits)
  const { startedAt, environment, samples, fit, ...rest } = growth
  const settings = { ...limits, ...request, headers: { Authorization: '…' } }
  t.strictSame(rest, { schema: 2, kind: 'growth', target: 'slow', settings })
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
  t.strictSame(seen.requests[0], { method: 'POST', authorization: 'secret', body: '{}' })
  t.strictSame([seen.sockets.size, seen.stopped], [1, 1], 'one connection, one stop')
})

t.test('the fit is of the means of 16 blocks, after an eighth of the requests', async (t) => {
  const noise = [0, 3, -3, 1, -1, 2, -2] // of each request of a block of seven
  const cost = (count) => count <= 16 ? 1000 : count + noise[(count - 17) % 7]
  const { measure } = await standIn(t, { cost })
  const { fit } = await measure(TARGET, { duration: 1e6, max: 131 })
  close(t, fit.a, 0, 'a')
  close(t, fit.b, 1, 'b')
  close(t, fit.r2, 1, 'R²')
})

t.test('a growth that cannot be measured ends the server', async (t) => {
  const failing = (res) => res.writeHead(300).end(`see\n  ${'x'.repeat(300)}`)
  const dead = (res, count, dying) => dying.abort(new UserError('slow died'))
  for (const [answer, problem] of [
    [undefined, () => 'slow answered 63 requests in 9 s, too few for a fit: raise DURATION'],
    [failing, (url) => `${url} answered 300: see ${'x'.repeat(196)}`],
    [dead, () => 'slow died']
  ]) {
    const { measure, seen, url } = await standIn(t, { answer })
    const err = await t.rejects(measure(TARGET, { duration: 9, max: 63 }))
    t.strictSame([err.message, err.exitCode, seen.stopped], [problem(url), 1, 1])
  }
})

t.test('a request without an answer ends it 20 s after its time', {
  timeout: 30_000 // without the limit that is tested, it would never end
}, async (t) => {
  const timeouts = t.capture(AbortSignal, 'timeout', () => AbortSignal.abort())
  const { measure, seen, url } = await standIn(t, { answer () {} })
  const { message } = await t.rejects(measure(TARGET, { duration: 9, max: 63 }))
  t.equal(message, `${url} leaves request 1 without an answer`)
  t.strictSame([seen.stopped, timeouts.args()], [1, [[29_000]]])
})
