'use strict'

const t = require('tap')
const { ensureUsable } = require('../../scripts/lib/load/answers')
const { listen } = require('../helpers/http-server')

t.test('three errors in a row refuse a request, but 5 s without an answer do not', async (t) => {
  const statuses = [500, 503, 399, 500, 503, 400]
  const { url } = await listen(t, (req, res) => {
    if (statuses.length) res.writeHead(statuses.shift()).end()
  })
  await ensureUsable('it', { url })
  const { message } = await t.rejects(ensureUsable('it', { url }))
  t.match(message, /^it answers .* with 400: /)
  const { timeout } = AbortSignal
  t.intercept(AbortSignal, 'timeout', { value: (ms) => timeout(ms / 100) })
  await ensureUsable('it', { url })
})
