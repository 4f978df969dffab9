'use strict'

const t = require('tap')
const { findTarget } = require('../../scripts/lib/measure/targets')
const { hasSlowhttptest, problems, slowClients } = require('./slow-clients')
require('../helpers/without-tap-loader')

const skip = !hasSlowhttptest() && 'there is no slowhttptest'
const SHORT = { connections: 50, seconds: 14, hurry: 60 }
const NEVER = { headersTimeout: 0, requestTimeout: 0, keepAliveTimeout: 0, connectionsCheckingInterval: 500 }

t.test('clients that are slow on purpose are let go, and others are served', { skip, timeout: 60_000 }, async (t) => {
  const found = await slowClients(findTarget('optimized'), SHORT)
  t.strictSame(problems(found), [])
  t.ok(found.attacks.filter(({ most }) => most > 5).length >= 3, 'they did hold connections')
})

t.test('without the timeouts of Node.js they are not', { skip, timeout: 60_000 }, async (t) => {
  const { attacks } = await slowClients(findTarget('optimized'), { ...SHORT, seconds: 8, timeouts: NEVER })
  t.strictSame(attacks.filter(({ letGo }) => letGo === null).map(({ ends }) => ends), ['headersTimeout', 'requestTimeout', 'keepAliveTimeout'])
})
