'use strict'

const t = require('tap')
const { abuse } = require('../scripts/lib/abuse')
const { find } = require('../scripts/lib/contenders')
const { corpus } = require('../scripts/lib/hostile')
const { malformed } = require('../scripts/lib/well-formed')

for (const stage of ['slow', 'fast', 'optimized']) {
  t.test(`${stage} lives through requests that nobody should send`, { timeout: 240_000 }, async (t) => {
    const { answers, malformed, good, heap } = await abuse(find(stage), { attacks: 400, seed: 7 })
    t.strictSame(malformed, [], 'every answer is HTTP')
    t.equal(good, 8, 'a good request is answered between')
    t.ok(answers[400] > 0 && answers.none > 0, JSON.stringify(answers))
    t.ok(heap.after < heap.before + 20e6, `heap ${heap.before} to ${heap.after}`)
  })
}

t.test('the same seed gives the same corpus', async (t) => {
  t.strictSame(corpus(20, 3), corpus(20, 3))
  t.notSame(corpus(20, 3), corpus(20, 4))
})

t.test('what is no HTTP response is found', async (t) => {
  const good = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi'
  for (const bytes of ['', good, good + good, 'HTTP/1.1 304 Not Modified\r\nETag: "a"\r\n\r\n', 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n', 'HTTP/1.1 100 Continue\r\n\r\n' + good, 'HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n']) {
    t.equal(malformed(bytes), null, bytes)
  }
  for (const bytes of ['hello', 'HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nhi', 'HTTP/1.1 200 OK\r\nno colon\r\n\r\n', good + 'x', 'HTTP/1.1 2 OK\r\n\r\n',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhi\r\n', 'HTTP/1.1 200 OK\r\nX: a\u0001b\r\n\r\n', 'HTTP/1.1 200 OK\r\nContent-Le']) {
    t.type(malformed(bytes), 'string', bytes)
  }
})
