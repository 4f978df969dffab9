'use strict'

// The live page's server in this process: what it answers and refuses. No test starts a run.

const { once } = require('node:events')
const http = require('node:http')
const os = require('node:os')
const t = require('tap')
const { EventLog } = require('../../scripts/lib/live/event-log')
const { serveLivePage } = require('../../scripts/lib/live/live-server')
const { Runner } = require('../../scripts/lib/live/runner')
const { request } = require('../../scripts/lib/server/http-client')
const { post } = require('../helpers/live')
const { waitUntil } = require('../helpers/wait')

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
t.before(async () => {
  const live = await serveLivePage({ port: 0 })
  t.teardown(live.close)
  url = live.url
})

async function openStream (t, page = url) {
  const req = http.get(new URL('events', page), { agent: false })
  t.teardown(() => req.destroy())
  const [response] = await once(req, 'response')
  return response
}

t.test('every answer has the security headers', async (t) => {
  const page = await request(url)
  const answers = [
    [200, page],
    [200, await request(url, { path: '/uplot/uPlot.esm.js' })],
    [200, await request(url, { path: '/earlier/live-race.json' })],
    [200, await request(url, { path: '/stages.css' })],
    [404, await request(url, { path: '/none' })],
    [403, await request(url, { headers: { Host: 'evil.example' } })]
  ]
  for (const [status, answer] of answers) t.equal(answer.status, status)
  t.match(answers[3][1].headers['content-type'], /^text\/css/)
  const stream = await openStream(t)
  t.equal(stream.headers['content-type'], 'text/event-stream')
  for (const { headers } of [...answers.map(([, answer]) => answer), stream]) {
    const sent = Object.keys(SECURITY).map((name) => [name, headers[name]])
    t.strictSame(Object.fromEntries(sent), SECURITY)
  }
  const foreign = /<script>|<style|style=| on\w+=|https?:\/\//
  t.notMatch(String(page.body), foreign, 'nothing inline, nothing from elsewhere')
})

t.test('a server of the reader is offered, and ticked', async (t) => {
  const { url, close } = await serveLivePage({ port: 0, own: { name: 'shop' }, duration: 7 })
  t.teardown(close)
  const response = (await openStream(t, url)).setEncoding('utf8')
  const [chunk] = await once(response, 'data')
  t.match(chunk, /,"exercise","shop"\],"ticked":"shop","duration":7\}/)
})

t.test('a request to start has to be right', async (t) => {
  const wrong = ['[]', 'null', '{', '{}']
  const values = {
    connections: [0, 1001, 1.5],
    duration: [0, 121],
    targets: [[], ['slow', 'slow'], ['../slow'], ['constructor']]
  }
  for (const [name, list] of Object.entries(values)) {
    for (const value of list) wrong.push(JSON.stringify({ ...SETTINGS, [name]: value }))
  }
  for (const body of wrong) t.equal((await post(url, '/start', body)).status, 400, body)
  for (const [type, status] of [['text/plain', 400], ['multipart/form-data', 415]]) {
    const answer = await post(url, '/start', SETTINGS, { 'Content-Type': type })
    t.equal(answer.status, status, `${type}, as a form of another site can send it`)
  }
})

t.test('a file or a command is no target, and starts nothing', async (t) => {
  const started = t.capture(Runner.prototype, 'start')
  for (const target of [require.resolve('../../fast'), 'fast/index.js', 'echo > b', 'npm start']) {
    for (const targets of [target, ['slow', target]]) {
      const { status, message } = await post(url, '/start', { ...SETTINGS, targets })
      t.equal(status, 400, target)
      t.match(message, /^body\/targets\/[01] must be equal to one of the allowed values$/)
    }
  }
  t.strictSame(started(), [])
})

t.test('only the page itself may ask', async (t) => {
  const headers = { Origin: 'http://evil.example' } // live-access.test.js has the others
  t.equal((await post(url, '/start', SETTINGS, headers)).status, 403)
  for (const path of ['/', '/events', '/live.js', '/none']) {
    t.equal((await request(url, { path, headers })).status, 403, path)
  }
  const preflight = await request(url, { method: 'OPTIONS', path: '/start' })
  t.equal(preflight.status, 404)
})

t.test('no path leads out of its folder', async (t) => {
  for (const path of ['/..%2faccess.js', '/earlier/..%2f..%2fpackage.json', '/earlier/none.json']) {
    t.equal((await request(url, { path })).status, 404, path)
  }
  for (const path of ['/../access.js', '/uplot/../../package.json', '/earlier/../package.json']) {
    t.equal((await request(url, { path })).status, 403, path)
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

t.test('neither a HEAD request nor a page that was closed leaves a stream behind', async (t) => {
  const streams = t.capture(EventLog.prototype, 'stream', EventLog.prototype.stream)
  const page = await openStream(t)
  await request(url, { method: 'HEAD', path: '/events' })
  const [{ receiver: log }, ...more] = streams()
  t.strictSame(more, [])
  page.destroy()
  t.ok(await waitUntil(() => log.streams.size === 0, 5000))
})
