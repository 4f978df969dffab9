'use strict'

// Who may reach the live page, and what its server refuses.

const { once } = require('node:events')
const http = require('node:http')
const os = require('node:os')
const path = require('node:path')
const t = require('tap')
const { EventLog } = require('../../scripts/lib/live/event-log')
const { serveLivePage } = require('../../scripts/lib/live/live-server')
const { Runner } = require('../../scripts/lib/live/runner')
const { request } = require('../../scripts/lib/server/http-client')
const { post } = require('../helpers/live')

const SETTINGS = { targets: ['slow'], connections: 10, duration: 1 }
const SECURITY = {
  'access-control-allow-origin': undefined,
  'content-security-policy':
    "default-src 'self'; style-src 'self' 'unsafe-inline'; base-uri 'none'; " +
    "form-action 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff'
}

let url
let port
t.before(async () => {
  const live = await serveLivePage({ port: 0 })
  t.teardown(live.close)
  url = live.url
  port = new URL(url).port
})

t.test('every answer has the security headers, and is of the page alone', async (t) => {
  const stream = http.get(new URL('events', url), { agent: false })
  t.teardown(() => stream.destroy())
  const answers = await once(stream, 'response')
  const page = await request(url)
  answers.push(page)
  for (const [path, status, headers] of [
    ['/uplot/uPlot.esm.js', 200],
    ['/earlier/live-race.json', 200],
    ['/..%2faccess.js', 404], // no path leads out of its folder
    ['/earlier/..%2f..%2fpackage.json', 404],
    ['/../access.js', 403],
    ['/uplot/../../package.json', 403],
    ['/', 403, { Host: 'evil.example' }]
  ]) {
    const answer = await request(url, { path, headers })
    t.equal(answer.status, status, path)
    answers.push(answer)
  }
  for (const { headers } of answers) {
    const sent = Object.keys(SECURITY).map((name) => [name, headers[name]])
    t.strictSame(Object.fromEntries(sent), SECURITY)
  }
  const foreign = /<script>|<style|style=| on\w+=|https?:\/\//
  t.notMatch(String(page.body), foreign, 'nothing inline, nothing from elsewhere')
})

async function isAdmitted (given, method = 'GET') {
  const headers = { Host: `localhost:${port}`, ...given }
  const { status } = await request(url, { method, headers })
  return status !== 403
}

t.test('only the page itself is admitted, by the names of this machine', async (t) => {
  for (const name of ['127.0.0.1', 'localhost', '[::1]']) {
    const host = `${name}:${port}`
    t.ok(await isAdmitted({ Host: host }), host)
    t.ok(await isAdmitted({ Host: host, Origin: `http://${host}` }), host)
    for (const origin of [`http://${name}:81`, 'null', 'http://evil.example']) {
      t.notOk(await isAdmitted({ Host: host, Origin: origin }), origin)
    }
  }
  for (const host of ['evil.example', 'localhost', 'localhost:1', `localhost:${port}.evil`]) {
    t.notOk(await isAdmitted({ Host: host }), host)
  }
  t.notOk(await isAdmitted({ Origin: `http://127.0.0.1:${port}` }), 'another of the names')
})

t.test('other sites may link to the page, and nothing else', async (t) => {
  for (const [method, site, mode, expected] of [
    ['POST', 'same-origin', 'cors', true],
    ['GET', 'cross-site', 'navigate', true],
    ['GET', 'cross-site', 'no-cors', false],
    ['POST', 'cross-site', 'navigate', false]
  ]) {
    const headers = { 'Sec-Fetch-Site': site, 'Sec-Fetch-Mode': mode }
    t.equal(await isAdmitted(headers, method), expected, `${method} ${site} ${mode}`)
  }
  for (const [type, status] of [['text/plain', 400], ['multipart/form-data', 415]]) {
    const answer = await post(url, '/start', SETTINGS, { 'Content-Type': type })
    t.equal(answer.status, status, `${type}, as a form of another site can send it`)
  }
})

t.test('wrong settings start nothing; neither a file nor a command is a target', async (t) => {
  const wrong = [
    { connections: 0 },
    { connections: 1001 },
    { duration: 121 },
    { targets: [] },
    { targets: 'npm start' },
    { targets: ['../slow'] },
    { targets: ['slow', 'ls'] }
  ]
  const bodies = wrong.map((fields) => JSON.stringify({ ...SETTINGS, ...fields }))
  for (const body of ['null', '{', ...bodies]) {
    t.equal((await post(url, '/start', body)).status, 400, body)
  }
})

t.test('it listens on loopback alone', async (t) => {
  t.equal(new URL(url).hostname, '127.0.0.1')
  for (const { address, family, internal } of Object.values(os.networkInterfaces()).flat()) {
    if (family !== 'IPv4' || internal) continue
    const { code } = await t.rejects(request(url.replace('127.0.0.1', address)))
    t.equal(code, 'ECONNREFUSED', address)
  }
})

t.test('a HEAD request opens no stream, and a page that was closed leaves none', async (t) => {
  t.equal((await request(url, { method: 'HEAD', path: '/events' })).status, 404)
  const log = new EventLog()
  const stream = log.stream({})
  stream.destroy()
  await once(stream, 'close')
  t.equal(log.streams.size, 0)
})

t.test('stop answers once the run has ended', async (t) => {
  const folder = t.testdir({ 'shop.js': "require('node:http').createServer().listen()" })
  const runner = new Runner({ own: { name: 'shop', file: path.join(folder, 'shop.js') } })
  const run = runner.start({ ...SETTINGS, targets: ['shop'] })
  await runner.stop()
  t.equal(runner.eventLog.events.at(-1).type, 'end')
  t.strictSame(await run, { outcome: 'stopped' })
})
