'use strict'

const path = require('node:path')
const t = require('tap')
const { isMalformed, problems, run } = require('./checks/fuzz')
const { generateRequests } = require('./fuzz-requests')

const SHORT = { requests: 400, seed: 7 }

for (const stage of ['slow', 'optimized', 'live']) {
  t.test(`${stage} survives malformed requests`, async (t) => {
    const findings = await run({ stage, ...SHORT })
    t.strictSame(problems({ settings: SHORT, ...findings }), [])
    t.equal(findings.good, 8, 'a good request is answered between')
    const answers = JSON.stringify(findings.answers)
    for (const status of [200, 400, 'none']) t.ok(findings.answers[status] > 0, answers)
  })
}

function oddServer (t, onHead) {
  const folder = t.testdir({
    'index.js': `const kept = []
      require('node:http').createServer((req, res) => {
        if (req.method === 'HEAD') { ${onHead} }
        kept.push(Array(5e3).fill(Math.random()))
        res.end('x')
      }).listen(0, '127.0.0.1')`
  })
  return { name: 'odd', file: path.join(folder, 'index.js'), paths: ['/'], flood: 200 }
}

t.test('a server that dies is found', async (t) => {
  const target = oddServer(t, "throw new Error('fragile')")
  const { message } = await t.rejects(run({ target, ...SHORT }))
  t.match(message, /^odd died \(exit code 1; .*\)\. Its last output:\n[^]*\nError: fragile\n/)
})

t.test('answers that are no HTTP, and memory that is kept, are found', async (t) => {
  const target = oddServer(t, "return req.socket.end('oh')")
  const [malformed, heap] = problems(await run({ target, ...SHORT }))
  t.match(malformed, /^answers that are no HTTP: \d+; the first: "oh"$/)
  t.match(heap, /^heap before and after: [\d.]+ MB, [\d.]+ MB$/)
})

t.test('the same seed gives the same requests', async (t) => {
  const target = { paths: ['/'], host: 'x', flood: 200 }
  const generate = (seed) => JSON.stringify(generateRequests(20, seed, target))
  t.equal(generate(3), generate(3))
  t.not(generate(4), generate(3))
})

t.test('an answer begins with a status line and fields', async (t) => {
  const ok = 'HTTP/1.1 200 OK\r\n'
  for (const answer of ['', `${ok}\r\n`, `${ok}Content-Length: 2\r\nETag: "a"\r\n\r\nhi`]) {
    t.notOk(isMalformed(answer), answer)
  }
  for (const answer of [
    'hello', 'HTTP/1.1 2 OK\r\n\r\n', ok, `${ok}Content-Le`, `${ok}no colon\r\n\r\n`,
    `${ok}X: a\u0001b\r\n\r\n`
  ]) t.ok(isMalformed(answer), answer)
})
