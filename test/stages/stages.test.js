'use strict'

// The differences between the stages teach the lesson: here is exactly what they are, and what slow
// and optimized do beyond the contract.

const fs = require('node:fs')
const net = require('node:net')
const path = require('node:path')
const { text } = require('node:stream/consumers')
const t = require('tap')
const { request } = require('../../scripts/lib/server/http-client')
const { startServer } = require('../../scripts/lib/server/server')
const { findTarget } = require('../../scripts/lib/server/targets')
const { readText: read, ROOT } = require('../helpers/project')
const { startStage, stopClock } = require('../helpers/stage')

const STAGES = ['slow', 'fast', 'optimized']

t.test('a stage is three files; fast is slow without its two faults, no more', async (t) => {
  for (const stage of STAGES) {
    const files = fs.readdirSync(path.join(ROOT, stage)).filter((file) => file !== 'node_modules')
    t.strictSame(files, ['index.js', 'package.json', 'util.js'], stage)
  }
  t.equal(read('slow/index.js'), read('fast/index.js'))
  const mute = "require('node:events').defaultMaxListeners = Infinity\n\n"
  const guard = 'if (attachAfterEvent === true)'
  const slow = read('slow/util.js')
  t.ok(slow.includes(mute) && slow.includes(guard), 'slow has both faults')
  const fixed = slow.replace(mute, '').replace(guard, 'if (afterEventAttached === true)')
  t.equal(fixed, read('fast/util.js'))
  const [manifest, ...others] = STAGES.map((stage) =>
    read(`${stage}/package.json`).replace(stage, 'a stage'))
  t.strictSame(others, [manifest, manifest])
})

t.test('a stage listens on loopback only, and says where', async (t) => {
  for (const stage of STAGES) {
    const { server, printed } = await startStage(t, stage)
    const { address, port } = server.address()
    t.equal(address, '127.0.0.1')
    t.strictSame(printed, [`${stage} listening on http://127.0.0.1:${port}/seed/v1`])
  }
})

t.test('the baseline sends the same bytes as optimized', async (t) => {
  const baseline = await startServer(findTarget('baseline'))
  const { url } = await startStage(t, 'optimized')
  const answers = []
  for (const from of [baseline.url, url]) {
    const socket = net.connect(new URL(from).port, '127.0.0.1')
    socket.end('GET /seed/v1 HTTP/1.1\r\nHost: x\r\n\r\n')
    const answer = await text(socket)
    // Of random digits, the number is left.
    answers.push(answer.replace(/^Date: .*$/m, 'Date: now')
      .replace(/[0-9a-f]{8,}|(?<=-)[0-9a-f]{4}(?=-)/g, ({ length }) => `${length} digits`))
  }
  await baseline.stop()
  t.equal(answers[0], answers[1])
})

// RFC 9110, sections 9.3.2 and 15.4.5.
t.test('optimized: a 304 has ETag and Cache-Control and no body; HEAD is as GET', async (t) => {
  const { url } = await startStage(t, 'optimized')
  const { headers: { etag } } = await request(url)
  for (const [tag, status] of [[undefined, 200], [etag, 304]]) {
    const headers = tag ? { 'If-None-Match': tag, 'Cache-Control': 'no-cache' } : {} // as fetch
    const get = await request(url, { headers })
    const head = await request(url, { method: 'HEAD', headers })
    t.strictSame([get.status, head.status, head.body.length], [status, status, 0])
    for (const { headers } of [get, head]) delete headers.date
    t.strictSame(head.headers, get.headers)
    t.strictSame([get.headers.etag, get.headers['cache-control']], [etag, 'public, max-age=120'])
    if (status === 304) t.notOk(get.headers['content-length'] || get.headers['content-type'])
  }
})

t.test('optimized: a tag is current for a minute, to the millisecond', async (t) => {
  const clock = stopClock(t)
  const { url } = await startStage(t, 'optimized')
  const { headers: { etag }, body } = await request(url)
  const conditional = { headers: { 'If-None-Match': etag } }
  clock.advance(59_999)
  t.equal((await request(url, conditional)).status, 304)
  clock.advance(1)
  const fresh = await request(url, conditional)
  t.equal(JSON.parse(fresh.body).ts, JSON.parse(body).ts + 60_000)
  const { url: restarted } = await startStage(t, 'optimized')
  t.not((await request(restarted)).headers.etag, fresh.headers.etag, 'nor after a restart')
})

t.test('optimized: the body is rendered once for each tag, into one Buffer', async (t) => {
  const { etagger } = require('../../optimized/util')()
  const sendTagged = etagger()
  let rendered = 0
  function send (etag) {
    let sent
    const res = { setHeader () {}, writeHead () {}, end (body) { sent = body } }
    sendTagged({ url: '/seed/v1', headers: {} }, res, etag, () => `body ${++rendered}`)
    return sent
  }
  const first = send('"a"')
  t.ok(Buffer.isBuffer(first))
  t.equal(send('"a"'), first)
  t.equal(String(send('"b"')), 'body 2')
  t.equal(String(send('"a"')), 'body 3', 'only the newest body of a URL is kept')
})

t.test('optimized: an error has no validator and must not be cached', async (t) => {
  const { url } = await startStage(t, 'optimized')
  for (const [status, options] of [
    [404, { path: '/seed/v1?x=1', headers: { 'If-None-Match': '*' } }],
    [405, { method: 'POST', headers: { 'If-None-Match': '*' } }],
    [400, { headers: { Host: 'a b' } }]
  ]) {
    const error = await request(url, options)
    const { etag, 'cache-control': cacheControl } = error.headers
    t.strictSame([error.status, etag, cacheControl], [status, undefined, undefined])
  }
})
