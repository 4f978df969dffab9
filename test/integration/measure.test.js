'use strict'

const t = require('tap')
const { runLab } = require('../../scripts/lib/compare/labs')
const { measure } = require('../../scripts/lib/load/measure')
const { sampler } = require('../../scripts/lib/load/sampling')
const { startServer } = require('../../scripts/lib/server/server')
const { findTarget } = require('../../scripts/lib/server/targets')
const { listen } = require('../helpers/http-server')
const { handlerTarget } = require('../helpers/own-server')
const { sendRaw } = require('../helpers/raw-http')
require('../helpers/without-tap-loader')

t.jobs = 3 // most of the time they wait
const LOAD = { connections: 2, duration: 1 }
const NONE = 'it answered none of 2 requests in 1 s (0 timeouts, 0 other errors): ' +
  'send it one request with curl; if that is answered, raise DURATION'

t.test('only the load after the warm-up is measured and sampled', async (t) => {
  const target = handlerTarget(t, `(req, res) => {
    globalThis.requests = (globalThis.requests ?? 0) + 1
    const isWarm = requests > 20
    for (const end = performance.now() + 20; !isWarm && performance.now() < end;);
    res.writeHead(isWarm ? 200 : 500).end()
  }`)
  const request = { path: '/x?y' }
  const settings = { ...LOAD, duration: 2, amount: 9 }
  const { server, load, statuses } = await measure({ ...target, warmup: 2, request }, settings)
  t.strictSame(statuses, { 200: 9 })
  t.ok(server.cpuTime < 200_000, `${server.cpuTime} µs`)
  t.match(load.url, /^http:\/\/127\.0\.0\.1:\d+\/x\?y$/)
  t.strictSame(load, { url: load.url, path: '/x?y', warmup: 2, ...settings })
})

t.test('a lab sends other loads to the server that is measured', async (t) => {
  const target = handlerTarget(t, `(req, res) => {
    if (req.url === '/heavy') globalThis.heavy = true
    if (globalThis.heavy) return res.end()
    setTimeout(() => res.writeHead(500).end(), 100)
  }`)
  const figures = [
    { name: 'measured', read: ({ statuses }) => statuses[200] },
    { name: 'heavy', read: ({ others }) => others.heavy.requests.total }
  ]
  const load = { connections: 1, others: { heavy: { path: '/heavy', connections: 1 } } }
  const lab = { runs: 1, duration: 1, parts: [{ targets: [target], load, figures }] }
  const { parts: [{ targets: [{ runs: [run] }] }] } = await runLab(lab, {})
  t.ok(run.measured > 0 && run.heavy > 0, JSON.stringify(run))
})

t.test('the baseline sends the same bytes as optimized', async (t) => {
  /** The answer without its date; of random digits, the number is left. */
  async function answerOf (name) {
    const server = await startServer(findTarget(name))
    const answer = await sendRaw(server.url, 'GET /seed/v1 HTTP/1.1\r\nHost: x\r\n\r\n')
    await server.stop()
    return answer.replace(/^Date: .*$/m, 'Date: now')
      .replace(/[0-9a-f]{8,}|(?<=-)[0-9a-f]{4}(?=-)/g, ({ length }) => `${length} digits`)
  }
  t.equal(await answerOf('baseline'), await answerOf('optimized'))
})

t.test('a target that answers nothing is an error, not a result', async (t) => {
  const sendSampled = sampler(() => {})
  const [silent, blocked, resetting] = await Promise.all([
    t.rejects(measure(handlerTarget(t, '() => {}'), LOAD, { sendSampled })),
    t.rejects(measure(handlerTarget(t, '() => { for (;;); }'), LOAD, { stopLimit: 100 })),
    t.rejects(measure(handlerTarget(t, '(req) => req.socket.resetAndDestroy()'), LOAD))
  ])
  t.equal(silent.exitCode, 1)
  t.strictSame([silent.message, blocked.message], [NONE, NONE])
  t.match(resetting.message,
    /^it answered none of \d+ requests in 1 s \(0 timeouts, [1-9]\d* other errors\): /)
})

t.test('an event loop that never comes back is an error, with what was measured', async (t) => {
  const target = handlerTarget(t, `(req, res) => {
    globalThis.requests = (globalThis.requests ?? 0) + 1
    if (globalThis.requests === 50) for (;;);
    res.end()
  }`)
  const { message, exitCode } = await t.rejects(measure(target, LOAD, { answerLimit: 300 }))
  t.equal(exitCode, 1)
  t.match(message,
    /no answer. Until then: 49 answers in [0-9.]+ s, half of them within [0-9.]+ ms$/)
})

t.test('a load that gets nothing but errors is no result: an example is shown', async (t) => {
  /** What the error says of a server that answers with these statuses and bodies in turns. */
  async function refusal (...answers) {
    const target = handlerTarget(t, `(req, res) => {
      globalThis.answers ??= ${JSON.stringify(answers)}
      const [status, body] = answers[0]
      answers.push(answers.shift())
      res.writeHead(status).end(body)
    }`)
    const { message } = await t.rejects(measure(target, { ...LOAD, amount: 10, connections: 1 }))
    return message.replaceAll(/http:\S+/g, 'URL')
  }
  const failed = 'it answered all of 10 requests with an error. URL gives'
  const advice = 'Choose another request with URLPATH, METHOD, BODY or HEADER'
  const messages = await Promise.all([
    refusal([404, '{\n  "error": "no such seed"\n}']),
    refusal([500, 'é'.repeat(201)]),
    refusal([401, ''], [500, ''])
  ])
  t.strictSame(messages, [
    `${failed} 404: { "error": "no such seed" }. ${advice}`,
    `${failed} 500: ${'é'.repeat(200)}. ${advice}`,
    `${failed} 401: no body. ${advice}`
  ])
})

t.test('redirects are a result with a warning, and samples of load and server', async (t) => {
  const target = handlerTarget(t, '(req, res) => res.writeHead(302).end()')
  const samples = []
  const sendSampled = sampler((sample) => samples.push(sample))
  const result = await measure(target, LOAD, { sendSampled })
  t.ok(samples.length > 1 && samples.every(({ answered }) => answered > 0))
  t.ok(samples.some(({ probe }) => probe?.heap > 0))
  const { total, sent } = result.requests
  t.ok(total > 0 && sent >= total)
  t.strictSame([result.non2xx, result.statuses], [total, { 302: total }])
  t.match(result.warnings.at(-1), /^100 % of the answers had a status other than 2xx/)
})

t.test('the request is sent as it is given; the values of its headers are not saved', async (t) => {
  let stolen = 0
  const { host } = await listen(t, (req, res) => res.end(String(++stolen)))
  const path = `//${host}/x` // looks like a host
  const request = { path, method: 'PUT', headers: { 'X-Key': 'secret' }, body: '{"a":1}' }
  const target = handlerTarget(t, `async (req, res) => {
    let body = ''
    for await (const chunk of req) body += chunk
    const isSame = req.method + req.url + req.headers['x-key'] + body === 'PUT${path}secret{"a":1}'
    res.writeHead(isSame ? 200 : 400).end()
  }`)
  const shares = []
  const onProgress = (share) => shares.push(share)
  const settings = { ...LOAD, warmup: 1 }
  const { load, statuses } = await measure({ ...target, request }, settings, { onProgress })
  t.strictSame(Object.keys(statuses), ['200'])
  t.equal(shares[0], 1)
  t.equal(stolen, 0)
  const { url, ...saved } = load
  t.strictSame(saved, { ...LOAD, warmup: 1, ...request, headers: { 'X-Key': '…' } })
})
