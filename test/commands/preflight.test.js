'use strict'

const { once } = require('node:events')
const net = require('node:net')
const t = require('tap')
const { preflightChecks } = require('../../scripts/lib/workshop/preflight')

const check = (name) => preflightChecks.find((one) => one.name === name).check(new AbortController().signal)

t.test('a port that is taken is found, and is free afterwards', async (t) => {
  const server = net.createServer().listen(4000, '127.0.0.1')
  const [taken] = await Promise.race([once(server, 'listening').then(() => [true]), once(server, 'error')])
  t.strictSame(await check('port 4000'), { ok: false, found: 'taken' })
  if (taken !== true) return // somebody else has it
  server.close()
  await once(server, 'close')
  t.strictSame(await check('port 4000'), { ok: true, found: 'free' })
})
