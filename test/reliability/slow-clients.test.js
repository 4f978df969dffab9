'use strict'

const t = require('tap')
const { problems, run } = require('./checks/slow-clients')

const load = { stage: 'optimized', connections: 50 }
const settings = { ...load, duration: 8 }
t.jobs = 2 // both wait most of the time

t.test('slow clients are disconnected, and others are served', { buffered: true }, async (t) => {
  const timeouts = {
    headersTimeout: 600,
    requestTimeout: 3000,
    keepAliveTimeout: 50,
    connectionsCheckingInterval: 300
  }
  const findings = await run({ ...settings, timeouts })
  t.strictSame(problems({ settings, ...findings }), [])
  t.ok(findings.attacks.every(({ most }) => most > 5), 'they did hold connections')
})

t.test('without timeouts they are not', { buffered: true }, async (t) => {
  const timeouts = { headersTimeout: 0, requestTimeout: 0, keepAliveTimeout: 0 }
  const findings = await run({ ...settings, duration: 5, timeouts })
  const attacks = problems({ settings, ...findings }).map((problem) => problem.split(':')[0])
  t.strictSame(attacks,
    ['a header a second', 'a body, a byte a second', 'an answer that nobody reads'])
})
