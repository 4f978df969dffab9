'use strict'

const path = require('node:path')
const t = require('tap')
const { problems, run } = require('./checks/conditional')

const BYTES = 'equal tags, other bytes'
const STALE = 'a 304 for a stale copy'

t.test('optimized keeps both promises, and the others\' faults are found', async (t) => {
  const right = await run({ operands: ['optimized'], histories: 2, seed: 3 })
  const wrong = await run({ operands: ['fast', 'naive'], histories: 1 }) // an example
  const servers = [...right.servers, ...wrong.servers]
  t.strictSame(problems({ servers }), [])
  const broken = servers.map(({ broken }) => Object.keys(broken).sort())
  t.strictSame(broken, [[], [BYTES], [STALE, BYTES]])
})

t.test('a history that breaks a promise is shrunk', async (t) => {
  const sameTag = t.testdir({
    'index.js': `const body = String(Math.random())
      require('node:http').createServer((req, res) => res.setHeader('ETag', '"same"').end(body))
        .listen(0, '127.0.0.1')`
  })
  const folders = { optimized: path.resolve(sameTag) }
  const findings = await run({ operands: ['optimized'], folders, histories: 20, seed: 5 })
  const visit = '{"client":0,"form":"none"}'
  const [problem] = problems(findings)
  t.ok(problem.endsWith(`; new: ${BYTES}, after [${visit},"restart",${visit}]`), problem)
})

t.test('a known fault that is not found is a problem', async (t) => {
  const findings = { settings: { histories: 9 }, servers: [{ server: 'fast', broken: {} }] }
  const text = `fast: 9 histories: nothing is broken; not found: ${BYTES}`
  t.strictSame(problems(findings), [text])
})
