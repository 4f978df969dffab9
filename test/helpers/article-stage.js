'use strict'

// slow and fast share the article's etagger. Its shortcomings are asserted as such.

const crypto = require('node:crypto')
const { testContract } = require('./contract')
const { request } = require('../../scripts/lib/system/http-client')
const { startStage, stopClock } = require('./stage')

const sha512 = (body) => crypto.createHash('sha512').update(body).digest('hex')

/**
 * @param {import('tap').Test} t
 * @param {string} name of the stage
 * @param {(requests: number) => number} listeners that the stage holds after so many requests
 */
async function testArticleStage (t, name, listeners) {
  await t.test('answers', (t) => testContract(t, name, 'GET', name))

  await t.test(`holds ${listeners(25)} after listeners after 25 requests`, async (t) => {
    const { server, url } = await startStage(t, name)
    t.equal(server.listenerCount('after'), 0)
    for (let i = 0; i < 25; i++) await request(url)
    t.equal(server.listenerCount('after'), listeners(25))
  })

  await t.test('shortcoming: the first response has no ETag', async (t) => {
    const { url } = await startStage(t, name)
    t.notOk((await request(url)).headers.etag)
    t.ok((await request(url)).headers.etag, 'the second has one')
  })

  await t.test('the ETag is the SHA-512 of the body; shortcoming: without quotes', async (t) => {
    const { url } = await startStage(t, name)
    const { body } = await request(url)
    t.equal((await request(url)).headers.etag, sha512(body))
  })

  await t.test('shortcoming: If-None-Match is ignored', async (t) => {
    const { url } = await startStage(t, name)
    await request(url)
    const { etag } = (await request(url)).headers
    for (const value of [etag, `"${etag}"`, `W/"${etag}"`, `"x", "${etag}"`, '*']) {
      const { status, body } = await request(url, { headers: { 'If-None-Match': value } })
      t.equal(status, 200, value.slice(0, 12))
      t.equal(sha512(body), etag, 'the whole body is sent again')
    }
  })

  await t.test('shortcoming: HEAD is refused', async (t) => {
    const { url } = await startStage(t, name)
    t.equal((await request(url, { method: 'HEAD' })).status, 405)
  })

  await t.test('shortcoming: the 404 of the backend may be cached for two minutes', async (t) => {
    const { url } = await startStage(t, name)
    const { status, headers } = await request(url, { path: '/seed/v1?x=1' })
    t.equal(status, 404)
    t.equal(headers['cache-control'], 'public, max-age=120')
    t.notOk((await request(url, { path: '/seed/v1?x=1' })).headers.etag, 'but it leaves no tag')
  })

  await t.test('shortcoming: as the minute turns, a new body goes out with the old tag', async (t) => {
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
