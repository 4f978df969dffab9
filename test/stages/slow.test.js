'use strict'

// What slow, and with it fast, does beside the contract.

const crypto = require('node:crypto')
const events = require('node:events')
const t = require('tap')
const { request } = require('../../scripts/lib/server/http-client')
const { startStage } = require('../helpers/stage')

async function warningsIn (url, n) {
  const warnings = []
  const collect = (warning) => warnings.push(warning)
  process.on('warning', collect)
  for (let i = 0; i < n; i++) await request(url)
  process.off('warning', collect)
  return warnings
}

t.test('unmuted, the 11th listener warns, and only it', async (t) => {
  const { url } = await startStage(t, 'slow')
  events.defaultMaxListeners = 10
  t.strictSame(await warningsIn(url, 10), [])
  const [{ name, type, count, stack }, ...more] = await warningsIn(url, 10)
  t.strictSame([name, type, count, more], ['MaxListenersExceededWarning', 'after', 11, []])
  t.match(stack, /^ {4}at .*attachAfterEvent /m)
})

for (const name of ['slow', 'fast']) {
  t.test(`${name} has the shortcomings of the article`, async (t) => {
    const { url } = await startStage(t, name)
    const { body } = await request(url)
    const sha512 = crypto.createHash('sha512').update(body).digest('hex')
    t.equal((await request(url)).headers.etag, sha512, 'the ETag is a hash, without quotes')
    t.equal((await request(url, { method: 'HEAD' })).status, 405, 'HEAD is refused')
    for (let i = 0; i < 2; i++) {
      const { headers } = await request(url, { path: '/seed/v1?x=1' })
      t.strictSame([headers['cache-control'], headers.etag], ['public, max-age=120', undefined],
        'a 404 of the backend may be cached')
    }
  })
}
