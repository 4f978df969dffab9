'use strict'

const t = require('tap')
const { isInstalled } = require('../../scripts/lib/system/search-path')
const { problems, run } = require('./checks/slow-clients')
require('../helpers/without-tap-loader')

const skip = !isInstalled('slowhttptest') && 'slowhttptest is not installed'
const SHORT = { stage: 'optimized', connections: 50, duration: 9, divisor: 100 }
const NEVER = { headersTimeout: 0, requestTimeout: 0, keepAliveTimeout: 0, connectionsCheckingInterval: 500 }
t.jobs = 2 // both wait most of the time

t.test('slow clients are disconnected, and others are served', { skip, timeout: 60_000, buffered: true }, async (t) => {
  const found = await run(SHORT)
  t.strictSame(problems(found), [])
  t.ok(found.attacks.filter(({ most }) => most > 5).length >= 3, 'they did hold connections')
})

t.test('without the timeouts of Node.js they are not', { skip, timeout: 60_000, buffered: true }, async (t) => {
  const { attacks } = await run({ ...SHORT, duration: 6, timeouts: NEVER })
  const held = attacks.filter(({ letGo }) => letGo === null).map(({ ends }) => ends)
  t.strictSame(held, ['headersTimeout', 'requestTimeout', 'keepAliveTimeout'])
})
