'use strict'

// Every stage answers these requests alike, whatever faults it has.

const { request } = require('../../scripts/lib/server/http-client')
const { sendRaw } = require('./raw-http')
const { startStage, stopClock } = require('./stage')

const PATH = '/seed/v1'
const METHODS = ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']
const ELSEWHERE = [
  '/', '/seed/v1/', '/seed/v1?x=1', '/seed/v1?%', '//seed/v1', '/seed', '/%', '/seed/%zz',
  '/seed/v1%', '/%00', '/seed%2fv1', '/seed/./v1', '/seed/v1#x', '/seed/v1"', '/seed/v1?"}',
  '/__proto__', '/SEED/V1', '/seed/v1http://x',
  'http://x', 'http://x/', 'http://x?/seed/v1', 'http://x/seed/v1?', 'ftp://x/seed/v1'
]

const MALFORMED = [
  'hello',
  'GET /seed/v1 HTTP/1.1', // no Host
  'POST /seed/v1 HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked'
]

// [URL, Host]
const UNPARSABLE = [
  [PATH, 'a b'],
  [PATH, 'x:99999'],
  [PATH, '%'],
  [`http://[x${PATH}`, 'x'],
  ['http://', 'x']
]
const JSON_400 = new RegExp('^HTTP/1\\.1 400 Bad Request\r\nContent-Type: application/json\r\n' +
  '[^{]*\r\n{"statusCode":400}\r\n0\r\n\r\n$')

/** Tests a stage by its name. `allow` is what its Allow header lists. */
async function testContract (t, name, allow, serverHeader) {
  const { server, url, printed } = await startStage(t, name)
  const read = async (options) => JSON.parse((await request(url, options)).body)
  t.afterEach(async () => t.equal((await request(url)).status, 200, 'the next one is answered'))

  await t.test('the payload is {data, url, ts} as JSON', async (t) => {
    const before = Date.now()
    const { status, headers, body } = await request(url)
    const { data, url: path, ts, ...rest } = JSON.parse(body)
    t.strictSame([status, path, rest], [200, PATH, {}])
    t.equal(headers['content-type'], 'application/json')
    t.equal(Number(headers['content-length']), body.length)
    t.equal(headers['cache-control'], 'public, max-age=120')
    t.equal(headers.server, serverHeader)
    t.match(data, /^[0-9a-f]{10000}$/, 'data is 5,000 bytes as hex')
    t.ok(ts <= before && ts > before - 60_000, 'ts is a time in ms, less than a minute old')
    t.equal((await read()).data, data, 'data is made once for each process')
  })

  await t.test('it listens on loopback only, and says where', async (t) => {
    const { address, port } = server.address()
    t.equal(address, '127.0.0.1')
    t.strictSame(printed, [`${name} listening on http://127.0.0.1:${port}${PATH}`])
  })

  await t.test('an Upgrade request is answered, and its connection is closed', async (t) => {
    const upgrade = `GET ${PATH} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket`
    const answer = await sendRaw(url, `${upgrade}\r\n\r\n`)
    t.match(answer, /^HTTP\/1\.1 200 OK\r\n[^{]*\r\n\r\n{"data":"[0-9a-f]{10000}",[^}]*}$/)
  })

  await t.test('another URL gets a 404 in JSON', async (t) => {
    for (const path of ELSEWHERE) {
      const { status, headers, body } = await request(url, { path })
      t.strictSame([status, headers['content-type']], [404, 'application/json'], path)
      t.doesNotThrow(() => JSON.parse(body), 'its body is JSON')
    }
  })

  await t.test('the backend answers any other URL with a 404 error', async (t) => {
    const { fetchContent } = require(`../../${name}/util`)()
    const error = await new Promise((resolve) => fetchContent(`${PATH}?x=1`, resolve))
    t.strictSame([error.message, error.statusCode], ['Not Found', 404])
  })

  await t.test('another method gets a 405 with Allow', async (t) => {
    for (const method of METHODS) {
      const { status, headers } = await request(url, { method })
      t.strictSame([status, headers.allow], [405, allow], method)
    }
  })

  await t.test('a URL that cannot be parsed gets a 400 in JSON', async (t) => {
    for (const [target, host] of UNPARSABLE) {
      const text = `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`
      t.match(await sendRaw(url, text), JSON_400, text)
    }
  })

  await t.test('the absolute form of a URL is served as its path is', async (t) => {
    for (const authority of ['http://x', 'HTTP://y:8080', 'https://user@[::1]:1']) {
      t.equal((await read({ path: authority + PATH })).url, PATH, authority)
    }
  })

  await t.test('after an idle spell, ts is the present time', async (t) => {
    const clock = stopClock(t)
    const { url } = await startStage(t, name)
    const readTime = async () => JSON.parse((await request(url)).body).ts
    const begin = await readTime()
    clock.advance(150_000)
    t.equal(await readTime(), begin + 150_000)
    clock.advance(59_999)
    t.equal(await readTime(), begin + 150_000, 'and stays for a minute from then on')
  })

  await t.test('a malformed request gets a 400', async (t) => {
    for (const text of MALFORMED) {
      const answer = await sendRaw(url, `${text}\r\n\r\n`)
      t.match(answer, /^HTTP\/1\.1 400 Bad Request\r\nConnection: close\r\n/, text)
    }
  })
}

module.exports = { testContract }
