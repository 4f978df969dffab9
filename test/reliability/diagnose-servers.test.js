'use strict'

// Each server answers, and what the check makes of the verdicts. The check itself takes half an
// hour.

const t = require('tap')
const { request } = require('../../scripts/lib/system/http-client')
const { withServer } = require('./check')
const { problems, rows, startBackend, targetOf } = require('./checks/diagnose-servers')
const { KINDS } = require('./servers/kinds')

t.test('a server of each kind answers, in each framework', async (t) => {
  const backend = await startBackend()
  t.teardown(() => backend.close())
  const frameworks = ['http', 'express', 'fastify']
  for (const [i, { kind }] of KINDS.entries()) {
    const target = targetOf({ kind, framework: frameworks[i % 3], strength: 3 }, backend)
    const { status, body } = await withServer(target, {}, ({ url }) => request(url))
    t.ok([200, 500].includes(status) && body.length > 0, kind)
  }
})

const trials = (count, fields) => Array(count).fill({
  kind: 'compute',
  strength: 10,
  node: '26.1.0',
  expected: ['event loop blocked by computation'],
  tool: 'diagnose',
  verdict: 'event loop blocked by computation',
  ...fields
})
const small = {
  kind: 'a small answer',
  strength: undefined,
  expected: ['healthy'],
  verdict: 'healthy'
}

t.test('verdicts are counted by version and by strength', async (t) => {
  const weak = { strength: 3, verdict: 'healthy, CPU-bound: one core is the limit' }
  const findings = {
    trials: [trials(2), trials(1, weak), trials(1, { strength: 30 }), trials(3, small)].flat()
  }
  t.strictSame(rows(findings), [
    ['healthy servers, and faults of 10 and 30 times', '6 of 6 right'],
    ['Node.js 26.1.0', '6 of 6 right'],
    ['healthy servers accused', '0 of 3'],
    [
      'compute',
      '3 ×: 0 of 1 right, 1 × healthy, CPU-bound; 10 ×: 2 of 2 right; 30 ×: 1 of 1 right'
    ],
    ['a small answer', '3 of 3 right']
  ])
  t.strictSame(problems(findings), [])
})

t.test('more than one wrong verdict in twenty, and any accused server, are problems', async (t) => {
  const found = (...groups) => problems({ trials: groups.flat() }).map((text) => text.split(':')[0])
  const wrong = { verdict: 'memory leak' }
  t.strictSame(found(trials(19), trials(1, wrong)), [])
  t.strictSame(found(trials(18), trials(2, wrong)),
    ['healthy servers, and faults of 10 and 30 times'])
  t.strictSame(found(trials(19), trials(1, { ...small, ...wrong })), ['healthy servers accused'])
})
