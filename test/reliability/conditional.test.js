'use strict'

const t = require('tap')
const { KNOWN, conditional, problems } = require('./conditional')
require('../helpers/without-tap-loader')

t.test('optimized keeps what conditional requests promise; the faults of the others are found', { timeout: 240_000 }, async (t) => {
  const found = await conditional(Object.keys(KNOWN), { histories: 8, seed: 3 })
  t.strictSame(problems(found), [])
  const broken = Object.fromEntries(found.servers.map(({ server, broken }) => [server, Object.keys(broken).sort()]))
  t.strictSame(broken, { optimized: [], fast: ['equal tags, other bytes'], slow: ['equal tags, other bytes'], naive: ['a 304 for a stale copy', 'equal tags, other bytes'] })
})

t.test('a fault that is new, and one that hides, are said', async (t) => {
  const once = { histories: 1, first: 1 }
  t.strictSame(problems({ servers: [{ server: 'optimized', broken: { 'equal tags, other bytes': once } }, { server: 'fast', broken: {} }] }),
    ['optimized: equal tags, other bytes', 'fast has a fault that was not found: equal tags, other bytes'])
})
