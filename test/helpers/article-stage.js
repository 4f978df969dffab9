'use strict'

// slow and fast share the article's etagger. Its shortcomings are asserted as such.

const crypto = require('node:crypto')
const { testContract } = require('./contract')
const { request } = require('../../scripts/lib/server/http-client')
const { startStage, stopClock } = require('./stage')

const sha512 = (body) => crypto.createHash('sha512').update(body).digest('hex')

/** Tests a stage by its name. `listeners` gives how many it holds after so many requests. */
async function testArticleStage (t, name, listeners) {
  await t.test('answers', (t) => testContract(t, name, 'GET', name))

  await t.test(`holds ${listeners(25)} after listeners after 25 requests`, async (t) => {
    const { server, url } = await startStage(t, name)
    t.equal(server.listenerCount('after'), 0)
    for (let i = 0; i < 25; i++) await request(url)
    t.equal(server.listenerCount('after'), listeners(25))
  })

  await t.test('the ETag is the SHA-512 of the body; shortcomings', async (t) => {
    const { url } = await startStage(t, name)
    const first = await request(url)
    t.equal(first.headers.etag, undefined, 'the first response has none')
    const { etag } = (await request(url)).headers
    t.equal(etag, sha512(first.body), 'it has no quotes')
    for (const value of [etag, `"${etag}"`, `W/"${etag}"`, `"x", "${etag}"`, '*']) {
      const { status, body } = await request(url, { headers: { 'If-None-Match': value } })
      t.strictSame([status, sha512(body)], [200, etag], 'If-None-Match is ignored')
    }
    t.equal((await request(url, { method: 'HEAD' })).status, 405, 'HEAD is refused')
    const path = '/seed/v1?x=1'
    for (let i = 0; i < 2; i++) {
      const { status, headers } = await request(url, { path })
      t.strictSame([status, headers['cache-control'], headers.etag],
        [404, 'public, max-age=120', undefined], 'a 404 of the backend may be cached')
    }
  })

  await t.test('shortcoming: as the minute turns, a new body has the old tag', async (t) => {
    const clock = stopClock(t)
    const { url } = await startStage(t, name)
    const old = sha512((await request(url)).body)
    clock.advance(59_999)
    t.equal(sha512((await request(url)).body), old, 'within the minute the body stays')
    clock.advance(1)
    const stale = await request(url)
    t.not(sha512(stale.body), old, 'the body has changed')
    t.equal(stale.headers.etag, old, 'its tag has not')
    t.equal((await request(url)).headers.etag, sha512(stale.body), 'one response later it has')
  })
}

module.exports = { testArticleStage }
