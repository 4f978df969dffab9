'use strict'

const t = require('tap')
const { measureGrowth } = require('../../scripts/lib/compare/growth')
const { handlerTarget } = require('../helpers/own-server')

const GROWING = `((count, socket) => (req, res) => {
  socket ??= req.socket
  const asExpected = req.method === 'POST' && req.headers.authorization === 'secret'
  if (req.socket !== socket || !asExpected) res.statusCode = 400
  process.on('sale', () => {})
  for (let i = 0; i < 3e4 * count; i++) Math.random()
  count++
  req.pipe(res)
})(0)`

t.test('requests are timed one after another, and sampled after 1, 2, 4, …', async (t) => {
  const request = { method: 'POST', headers: { Authorization: 'secret' }, body: '{}' }
  const limits = { duration: 60, max: 100 }
  const growth = await measureGrowth({ ...handlerTarget(t, GROWING), request }, limits)
  const { startedAt, environment, samples, fit, ...rest } = growth
  const settings = { ...limits, ...request, headers: { Authorization: '…' } }
  t.strictSame(rest, { schema: 2, kind: 'growth', target: 'it', settings })
  t.strictSame(samples.map(({ requests, listeners }) => [requests, listeners]), [
    [1, null], [2, null], [4, null], [8, null], [16, 16], [32, 32], [64, 64], [100, 100]
  ])
  for (const { ms, perSecond } of samples) t.equal(perSecond, 1000 / ms)
  t.ok(fit.b > 0, `${fit.b} ms more for each request`)
})

t.test('a growth that cannot be measured gets one line', async (t) => {
  for (const [handler, max, problem] of [
    ['(req, res) => res.end()', 63,
      /^it answered 63 requests in 9 s, too few for a fit: raise DURATION$/],
    ["(req, res) => res.writeHead(300).end('see\\n  ' + 'x'.repeat(300))", 64,
      /^http:\S+ answered 300: see x{196}$/],
    ['() => process.exit(7)', 64, /^it died \(exit code 7; /]
  ]) {
    const limits = { duration: 9, max }
    const { message, exitCode } = await t.rejects(measureGrowth(handlerTarget(t, handler), limits))
    t.match(message, problem)
    t.equal(exitCode, 1)
  }
})

t.test('a request without an answer ends it 20 s after its time', async (t) => {
  const target = handlerTarget(t, '() => {}')
  const { timeout } = AbortSignal
  const asked = []
  t.intercept(AbortSignal, 'timeout', {
    value (ms) {
      asked.push(ms)
      return timeout.call(AbortSignal, ms === 29_000 ? 500 : ms)
    }
  })
  const { message } = await t.rejects(measureGrowth(target, { duration: 9, max: 63 }))
  t.match(message, /^http:\S+ leaves request 1 without an answer$/)
  t.ok(asked.includes(29_000))
})
