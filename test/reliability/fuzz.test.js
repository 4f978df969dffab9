'use strict'

const path = require('node:path')
const { isDeepStrictEqual } = require('node:util')
const t = require('tap')
const { problems, run } = require('./checks/fuzz')
const { generateRequests } = require('./fuzz-requests')
const { findMalformed } = require('./http-syntax')

const SHORT = { requests: 400, seed: 7 }

for (const stage of ['slow', 'fast', 'optimized', 'live']) {
  t.test(`${stage} survives malformed requests`, { timeout: 240_000 }, async (t) => {
    const found = await run({ stage, ...SHORT })
    t.strictSame(problems(found), [])
    t.equal(found.good, 8, 'a good request is answered between')
    for (const status of [200, 400, 'none']) t.ok(found.answers[status] > 0, JSON.stringify(found.answers))
  })
}

/** A target whose request handler is the given code. */
function oddServer (t, code) {
  const source = `const kept = []
    require('http').createServer((req, res) => { ${code} }).listen(0, '127.0.0.1', function () {
      console.log('odd listening on http://127.0.0.1:' + this.address().port + '/')
    })`
  const folder = t.testdir({ 'index.js': source })
  return { name: 'odd', file: path.join(folder, 'index.js'), warmup: 0, paths: ['/'], flood: 200 }
}

t.test('a server that dies is found', async (t) => {
  const fragile = oddServer(t, "if (req.method === 'HEAD') throw new Error('fragile'); res.end('x')")
  const { message } = await t.rejects(run({ target: fragile, ...SHORT }))
  t.match(message, /^odd died \(exit code 1; .*\)\. Its last output:\n[^]*\nError: fragile\n/)
})

t.test('an answer that is no HTTP, and memory that does not come back, are found', async (t) => {
  const leak = 'kept.push(Array(5e3).fill(Math.random()))'
  const leaky = oddServer(t, `${leak}; if (req.method === 'HEAD') return req.socket.end('oh'); res.end('x')`)
  const [malformed, heap] = problems(await run({ target: leaky, ...SHORT }))
  t.match(malformed, /^\d+ answers are no HTTP; the first: no status line: "oh"$/)
  t.match(heap, /^the heap has grown from [\d.]+ MB to [\d.]+ MB$/)
})

t.test('the same seed gives the same requests', async (t) => {
  const target = { paths: ['/'], host: 'x', flood: 200 }
  const [first, same, other] = [3, 3, 4].map((seed) => generateRequests(20, seed, target))
  t.strictSame(first, same)
  t.equal(isDeepStrictEqual(first, other), false)
})

const OK = 'HTTP/1.1 200 OK'
const ok = (fields, body = '') => [OK, ...[fields].flat(), '', body].join('\r\n')
const good = ok('Content-Length: 2', 'hi')
const announced = ok('Content-Length: 10047')
const half = ok('Content-Length: 3', 'hi')

t.test('well-formed responses pass', async (t) => {
  for (const bytes of [
    '', good, good + good, ok('Transfer-Encoding: chunked', '2\r\nhi\r\n0\r\n\r\n'),
    `HTTP/1.1 100 Continue\r\n\r\n${good}`, 'HTTP/1.1 304 Not Modified\r\nETag: "a"\r\n\r\n',
    'HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n'
  ]) t.equal(findMalformed(bytes), null, bytes)
  t.equal(findMalformed(half, { mayBeCut: true }), null)
  for (const bytes of [announced, announced + good]) t.equal(findMalformed(bytes, { mayAnswerHead: true }), null)
})

t.test('malformed responses are found', async (t) => {
  const [noStatus, noField, incomplete] = ['no status line', 'no field line', 'an incomplete body']
  const chunked = 'Transfer-Encoding: chunked'
  for (const [problem, ...answers] of [
    [`${noStatus}: "hello"`, 'hello'],
    [`${noStatus}: "x"`, good + 'x'],
    [`${noStatus}: "HTTP/1.1 2 OK\\r\\n\\r\\n"`, 'HTTP/1.1 2 OK\r\n\r\n'],
    [`${noField}: "Content-Le"`, 'HTTP/1.1 200 OK\r\nContent-Le'],
    [`${noField}: "no colon\\r\\n\\r\\n"`, ok('no colon')],
    [`${noField}: "X: a\\u0001b\\r\\n\\r\\n"`, ok('X: a\u0001b')],
    [`${incomplete}, after ${OK}`, half, announced, announced + good, ok(chunked, '5\r\nhi\r\n')],
    [`both Content-Length and Transfer-Encoding, after ${OK}`,
      ok([chunked, 'Content-Length: 2'], '2\r\nhi\r\n0\r\n\r\n')],
    [`more than one Content-Length, after ${OK}`, ok(['Content-Length: 2', 'Content-Length: 1'], 'hi')],
    ...['0x2', '2, 2', '+2', '-2', '2.0', ''].map((length) =>
      [`Content-Length ${length} is no number, after ${OK}`, ok(`Content-Length: ${length}`, 'hi')])
  ]) for (const bytes of answers) t.equal(findMalformed(bytes), problem, bytes)
})
