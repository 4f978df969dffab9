'use strict'

// One load: what is measured of it, and what is no result.

const path = require('node:path')
const t = require('tap')
const { measure } = require('../../scripts/lib/load/measure')
const { listen } = require('../helpers/http-server')
const { handlerTarget, processesIn } = require('../helpers/own-server')
require('../helpers/without-tap-loader')

t.jobs = 3 // most of the time they wait
const LOAD = { connections: 2, duration: 1 }

t.test('only the load after the warm-up is measured', async (t) => {
  const target = handlerTarget(t, `(req, res) => {
    globalThis.requests = (globalThis.requests ?? 0) + 1
    const isWarm = requests > 4
    for (const end = performance.now() + 20; !isWarm && performance.now() < end;);
    res.writeHead(isWarm ? 200 : 500).end()
  }`)
  const settings = { ...LOAD, duration: 2, amount: 9 }
  const { server, load, statuses } = await measure({ ...target, warmup: 1 }, settings)
  t.strictSame(statuses, { 200: 9 })
  t.ok(server.cpuTime < 200_000, `${server.cpuTime} µs`)
  t.match(load.url, /^http:\/\/127\.0\.0\.1:\d+\/$/)
  t.strictSame(load, { url: load.url, warmup: 1, ...settings })
})

t.test('a target that answers nothing is an error, not a result', async (t) => {
  const { message, exitCode } = await t.rejects(measure(handlerTarget(t, '() => {}'), LOAD))
  t.equal(exitCode, 1)
  t.match(message, /^it answered none of 2 requests in 1 s \(0 timeouts, 0 other errors\): /)
})

t.test('an event loop that never comes back is an error', async (t) => {
  const target = handlerTarget(t, `(req, res) => {
    globalThis.requests = (globalThis.requests ?? 0) + 1
    if (globalThis.requests === 50) for (;;);
    res.end()
  }`)
  const { message, exitCode } = await t.rejects(measure(target, LOAD, { answerLimit: 300 }))
  t.equal(exitCode, 1)
  t.match(message, /^it: the event loop has been blocked for 0\.3 s/)
  t.strictSame(processesIn(path.dirname(target.file)), [], 'it was killed')
})

t.test('the request is sent as it is given; the values of its headers are not saved', async (t) => {
  let stolen = 0
  const { host } = await listen(t, (req, res) => res.end(String(++stolen)))
  const path = `//${host}/x?y` // looks like a host
  const request = { path, method: 'PUT', headers: { 'X-Key': 'secret' }, body: '{"a":1}' }
  const target = handlerTarget(t, `async (req, res) => {
    let body = ''
    for await (const chunk of req) body += chunk
    const isSame = req.method + req.url + req.headers['x-key'] + body === 'PUT${path}secret{"a":1}'
    res.writeHead(isSame ? 302 : 400).end()
  }`)
  const settings = { ...LOAD, amount: 5, warmup: 0 }
  const result = await measure({ ...target, request }, settings)
  t.strictSame(Object.keys(result.statuses), ['302'], 'redirects are a result')
  t.match(result.warnings.at(-1), /^100 % of the answers had a status other than 2xx/)
  t.equal(stolen, 0)
  const { url, ...saved } = result.load
  t.strictSame(saved, { ...settings, ...request, headers: { 'X-Key': '…' } })
})
