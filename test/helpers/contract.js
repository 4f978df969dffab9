'use strict'

// Every stage answers these requests alike, whatever faults it has.

const { request } = require('../../scripts/lib/system/http-client')
const { sendRaw } = require('./raw-http')
const { startStage, stopClock } = require('./stage')

const MALFORMED = {
  'no HTTP at all': 'hello\r\n\r\n',
  'an unknown method': 'FETCH /seed/v1 HTTP/1.1\r\nHost: x\r\n\r\n',
  'a space in the URL': 'GET /seed /v1 HTTP/1.1\r\nHost: x\r\n\r\n',
  'no Host': 'GET /seed/v1 HTTP/1.1\r\n\r\n',
  'a header without a name': 'GET /seed/v1 HTTP/1.1\r\nHost: x\r\n: y\r\n\r\n',
  'two lengths': 'POST /seed/v1 HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
  'length and chunks':
    'POST /seed/v1 HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  'a control character in a header': 'GET /seed/v1 HTTP/1.1\r\nHost: x\r\nX: a\x01b\r\n\r\n'
}

const UNPARSABLE = {
  'a Host with a space': 'GET /seed/v1 HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n',
  'a Host with a bad port': 'GET /seed/v1 HTTP/1.1\r\nHost: x:99999\r\nConnection: close\r\n\r\n',
  'a Host of junk': 'GET /seed/v1 HTTP/1.1\r\nHost: %\r\nConnection: close\r\n\r\n',
  'an open bracket in the URL': 'GET http://[x/seed/v1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
  'a URL without a host': 'GET http:// HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'
}

const UNPARSABLE_ANSWER =
  /^HTTP\/1\.1 400 Bad Request\r\nContent-Type: application\/json\r\n[^{]*\r\n{"statusCode":400}\r\n0\r\n\r\n$/

const ELSEWHERE = ['/', '/seed/v1/', '/seed/v1?x=1', '/seed/v1?%', '//seed/v1', '/seed', '/%', '/seed/%zz',
  '/seed/v1%', '/%00', '/seed%2fv1', '/seed/./v1', '/seed/v1#x', '/seed/v1"', '/seed/v1?"}', '/__proto__', '/SEED/V1',
  '/seed/v1http://x']

/**
 * @param {import('tap').Test} t
 * @param {string} name of the stage
 * @param {string} allow what its Allow header lists
 * @param {string} [serverHeader]
 */
async function testContract (t, name, allow, serverHeader) {
  const { server, url, printed } = await startStage(t, name)
  const alive = async (t) => t.equal((await request(url)).status, 200, 'the next request is answered')

  await t.test('the payload is {data, url, ts} as JSON', async (t) => {
    const before = Date.now()
    const { status, headers, body } = await request(url)
    const { data, url: path, ts, ...rest } = JSON.parse(body)
    t.equal(status, 200)
    t.equal(headers['content-type'], 'application/json')
    t.equal(Number(headers['content-length']), body.length)
    t.equal(headers['cache-control'], 'public, max-age=120')
    t.match(data, /^[0-9a-f]{10000}$/, 'data is 5,000 bytes as hex')
    t.equal(path, '/seed/v1')
    t.ok(ts <= before && ts > before - 60_000, 'ts is a time in ms, less than a minute old')
    t.strictSame(rest, {})
  })

  await t.test('it listens on loopback only, and says where', async (t) => {
    const { address, port } = server.address()
    t.equal(address, '127.0.0.1')
    t.strictSame(printed, [`${name} listening on http://127.0.0.1:${port}/seed/v1`])
  })

  await t.test(serverHeader ? 'it names itself' : 'it sends no Server header', async (t) => {
    t.equal((await request(url)).headers.server, serverHeader)
  })

  await t.test('data is made once for each process', async (t) => {
    const [a, b] = [await request(url), await request(url)]
    t.equal(JSON.parse(a.body).data, JSON.parse(b.body).data)
  })

  await t.test('an Upgrade request is answered like any other, and its connection is closed', async (t) => {
    const upgrade = 'GET /seed/v1 HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'
    t.match(await sendRaw(url, upgrade), /^HTTP\/1\.1 200 OK\r\n[^{]*\r\n\r\n{"data":"[0-9a-f]{10000}",[^}]*}$/)
  })

  await t.test('another URL gets a 404 in JSON', async (t) => {
    for (const path of ELSEWHERE) {
      const { status, headers, body } = await request(url, { path })
      t.equal(status, 404, path)
      t.equal(headers['content-type'], 'application/json')
      t.doesNotThrow(() => JSON.parse(body), 'its body is JSON')
    }
    await alive(t)
  })

  await t.test('the backend answers any other URL with a 404 error', async (t) => {
    const { fetchContent } = require(`../../${name}/util`)()
    const { message, statusCode } = await new Promise((resolve) => fetchContent('/seed/v1?x=1', resolve))
    t.strictSame({ message, statusCode }, { message: 'Not Found', statusCode: 404 })
  })

  await t.test('another method gets a 405 with Allow', async (t) => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']) {
      const { status, headers } = await request(url, { method })
      t.equal(status, 405, method)
      t.equal(headers.allow, allow)
    }
    await alive(t)
  })

  await t.test('a URL that cannot be parsed gets a 400 in JSON', async (t) => {
    for (const [what, text] of Object.entries(UNPARSABLE)) {
      t.match(await sendRaw(url, text), UNPARSABLE_ANSWER, what)
    }
    await alive(t)
  })

  await t.test('the absolute form of a URL is served as its path is', async (t) => {
    for (const authority of ['http://x', 'HTTP://y:8080', 'https://user@[::1]:1']) {
      const { status, body } = await request(url, { path: `${authority}/seed/v1` })
      t.equal(status, 200, authority)
      t.equal(JSON.parse(body).url, '/seed/v1', authority)
    }
    for (const path of ['http://x', 'http://x/', 'http://x?/seed/v1', 'http://x/seed/v1?', 'ftp://x/seed/v1']) {
      t.equal((await request(url, { path })).status, 404, path)
    }
  })

  await t.test('after an idle spell, ts is the present time', async (t) => {
    const clock = stopClock(t)
    const { url } = await startStage(t, name)
    const ts = async () => JSON.parse((await request(url)).body).ts
    const begin = await ts()
    clock.advance(150_000)
    t.equal(await ts(), begin + 150_000)
    clock.advance(59_999)
    t.equal(await ts(), begin + 150_000, 'and stays for a minute from then on')
  })

  await t.test('a malformed request gets a 400', async (t) => {
    for (const [what, text] of Object.entries(MALFORMED)) {
      t.match(await sendRaw(url, text), /^HTTP\/1\.1 400 Bad Request\r\nConnection: close\r\n/, what)
    }
    await alive(t)
  })
}

module.exports = { testContract }
