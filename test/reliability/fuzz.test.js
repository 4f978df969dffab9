'use strict'

const path = require('node:path')
const t = require('tap')
const { abuse, problems, fuzzTarget } = require('./fuzz')
const { corpus } = require('./fuzz-requests')
const { malformed } = require('./http-syntax')

for (const stage of ['slow', 'fast', 'optimized', 'live']) {
  t.test(`${stage} lives through requests that nobody should send`, { timeout: 240_000 }, async (t) => {
    const found = await abuse(fuzzTarget(stage), { attacks: 400, seed: 7 })
    t.strictSame(problems(found), [])
    t.equal(found.good, 8, 'a good request is answered between')
    for (const status of [200, 400, 'none']) t.ok(found.answers[status] > 0, JSON.stringify(found.answers))
  })
}

/** A target of the given code. */
const server = (t, code) => ({ name: 'odd', file: path.join(t.testdir({ 'index.js': code }), 'index.js'), warmup: 0, paths: ['/'], flood: 200 })
const LISTEN = ".listen(0, '127.0.0.1', function () { console.log('odd listening on http://127.0.0.1:' + this.address().port + '/') })"

t.test('a server that dies of an attack is found', async (t) => {
  const fragile = server(t, `require('http').createServer((req, res) => { if (req.method === 'HEAD') throw new Error('fragile'); res.end('x') })${LISTEN}`)
  await t.rejects(abuse(fragile, { attacks: 400, seed: 7 }), { message: /^odd died \(exit code 1.*fragile/s })
})

t.test('an answer that is no HTTP, and memory that does not come back, are found', async (t) => {
  const leaky = server(t, `const kept = []
    require('http').createServer((req, res) => { kept.push(Array(5e3).fill(Math.random())); if (req.method === 'HEAD') return req.socket.end('oh'); res.end('x') })${LISTEN}`)
  t.match(problems(await abuse(leaky, { attacks: 400, seed: 7 })), [/^\d+ answers are no HTTP; the first: no status line: "oh"/, /^the heap has not come back/])
})

t.test('the same seed gives the same corpus', async (t) => {
  const target = { paths: ['/'], host: 'x', flood: 200 }
  t.strictSame(corpus(20, 3, target), corpus(20, 3, target))
  t.notSame(corpus(20, 3, target), corpus(20, 4, target))
})

t.test('what is no HTTP response is found', async (t) => {
  const good = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi'
  for (const bytes of ['', good, good + good, 'HTTP/1.1 304 Not Modified\r\nETag: "a"\r\n\r\n', 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n', 'HTTP/1.1 100 Continue\r\n\r\n' + good, 'HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n']) {
    t.equal(malformed(bytes), null, bytes)
  }
  t.equal(malformed('HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nhi', { mayBeCut: true }), null)
  for (const bytes of ['hello', 'HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nhi', 'HTTP/1.1 200 OK\r\nno colon\r\n\r\n', good + 'x', 'HTTP/1.1 2 OK\r\n\r\n',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhi\r\n', 'HTTP/1.1 200 OK\r\nX: a\u0001b\r\n\r\n', 'HTTP/1.1 200 OK\r\nContent-Le']) {
    t.type(malformed(bytes), 'string', bytes)
  }
})
