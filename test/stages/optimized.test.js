'use strict'

// What optimized does beyond the contract.

const t = require('tap')
const { request } = require('../../scripts/lib/server/http-client')
const { startServer } = require('../../scripts/lib/server/server')
const { findTarget } = require('../../scripts/lib/server/targets')
const { sendRaw } = require('../helpers/raw-http')
const { startStage, stopClock } = require('../helpers/stage')
require('../helpers/without-tap-loader')

async function firstRequest (t) {
  const { url } = await startStage(t, 'optimized')
  const { headers, body } = await request(url)
  return { url, etag: headers.etag, body }
}

t.test('the baseline sends the same bytes as optimized', async (t) => {
  const baseline = await startServer(findTarget('baseline'))
  const { url } = await startStage(t, 'optimized')
  const answers = []
  for (const from of [baseline.url, url]) {
    const answer = await sendRaw(from, 'GET /seed/v1 HTTP/1.1\r\nHost: x\r\n\r\n')
    // Of random digits, the number is left.
    answers.push(answer.replace(/^Date: .*$/m, 'Date: now')
      .replace(/[0-9a-f]{8,}|(?<=-)[0-9a-f]{4}(?=-)/g, ({ length }) => `${length} digits`))
  }
  await baseline.stop()
  t.equal(answers[0], answers[1])
})

// RFC 9110, section 15.4.5.
t.test('a 304 has ETag and Cache-Control, and nothing about a body', async (t) => {
  const { url, etag } = await firstRequest(t)
  const asFetchSends = { 'If-None-Match': etag, 'Cache-Control': 'no-cache' }
  const { headers } = await request(url, { headers: asFetchSends })
  t.strictSame([headers.etag, headers['cache-control']], [etag, 'public, max-age=120'])
  for (const name of ['content-length', 'content-type', 'transfer-encoding']) {
    t.notOk(headers[name], name)
  }
  const get = (more) => `GET /seed/v1 HTTP/1.1\r\nHost: x\r\n${more}\r\n`
  const answer = await sendRaw(url, get('If-None-Match: *\r\n') + get('Connection: close\r\n'))
  t.match(answer, new RegExp('^HTTP/1\\.1 304 [^{]*\r\n\r\nHTTP/1\\.1 200 OK[^{]*\r\n\r\n' +
    '{"data":"[^"]*","url":"/seed/v1","ts":\\d+}$'), 'the connection is in order')
})

// RFC 9110, section 9.3.2.
t.test('HEAD answers as GET does, without the body', async (t) => {
  const { url } = await startStage(t, 'optimized')
  for (const headers of [{}, { 'If-None-Match': '*' }]) {
    const get = await request(url, { headers })
    const head = await request(url, { method: 'HEAD', headers })
    t.strictSame([head.status, head.body.length], [get.status, 0])
    for (const { headers } of [get, head]) delete headers.date
    t.strictSame(head.headers, get.headers)
  }
})

t.test('a tag is current for a minute, to the millisecond', async (t) => {
  const clock = stopClock(t)
  const { url, etag, body } = await firstRequest(t)
  const conditional = { headers: { 'If-None-Match': etag } }
  clock.advance(59_999)
  t.equal((await request(url, conditional)).status, 304)
  clock.advance(1)
  const fresh = await request(url, conditional)
  t.equal(JSON.parse(fresh.body).ts, JSON.parse(body).ts + 60_000)
})

t.test('another process has other tags', async (t) => {
  stopClock(t)
  t.not((await firstRequest(t)).etag, (await firstRequest(t)).etag)
})

t.test('the body is rendered once for each tag, into one Buffer', async (t) => {
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

t.test('an error has no validator and must not be cached', async (t) => {
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

t.test('nothing from the request gets into the body', async (t) => {
  const { url } = await firstRequest(t)
  for (const Host of ['x/seed/v1?', 'x/"}', 'user:pass@x']) {
    const { status, body } = await request(url, { headers: { Host } })
    if (status !== 404) t.strictSame([status, JSON.parse(body).url], [200, '/seed/v1'], Host)
  }
})
