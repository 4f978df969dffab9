'use strict'

const http = require('node:http')
const { once } = require('node:events')
const path = require('node:path')
const t = require('tap')
const { measure, measureUrl } = require('../../scripts/lib/measure/measure')
const { startServer } = require('../../scripts/lib/measure/server')
const { findTarget } = require('../../scripts/lib/measure/targets')
require('../helpers/without-tap-loader')

const LOAD = { connections: 2, duration: 1 }

async function listen (t, handler) {
  const server = http.createServer(handler).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => { server.closeAllConnections(); server.close() })
  return `http://127.0.0.1:${server.address().port}/`
}

t.test('a target that answers nothing is an error, not a result', async (t) => {
  const { measure } = t.mockRequire('../../scripts/lib/measure/measure', {
    '../../scripts/lib/measure/server': { startServer: (target) => startServer(target, { stopLimit: 100 }) }
  })
  for (const [what, handler] of [['a silent server', '() => {}'], ['a blocked server', '() => { for (;;); }']]) {
    const code = `const server = require('node:http').createServer(${handler})
      .listen(0, '127.0.0.1', () => console.log('it listening on http://127.0.0.1:' + server.address().port))`
    const file = path.join(t.testdir({ 'index.js': code }), 'index.js')
    const failure = await measure({ name: 'it', file, warmup: 0 }, LOAD, { onSample () {} }).catch((err) => err)
    t.equal(failure.constructor.name, 'UserError', what)
    t.match(failure.message,
      /^it answered none of 2 requests in 1 s \(0 timeouts, 0 other errors\): .*curl.* raise DURATION$/)
  }
})

t.test('a URL that answers nothing is an error, too', async (t) => {
  const url = await listen(t, () => {})
  await t.rejects(measureUrl({ url, ...LOAD }), { message: `${url} answered none of 2 requests in 1 s` })
})

t.test('a server that resets every connection has answered nothing', async (t) => {
  const url = await listen(t, (req) => req.socket.destroy())
  await t.rejects(measureUrl({ url, ...LOAD }), /answered none of \d+ requests in 1 s \(0 timeouts, \d+ other errors\)/)
})

t.test('nothing but 404s makes a warning', async (t) => {
  const url = await listen(t, (req, res) => { res.statusCode = 404; res.end() })
  const { requests, warnings } = await measureUrl({ url, ...LOAD })
  t.ok(requests.sent >= requests.total)
  t.match(warnings.at(-1), /^all [\d,]+ answers had status 404: check the path$/)
})

t.test('samples carry the counts of the load and what the probe measured', async (t) => {
  const samples = []
  await measure(findTarget('baseline'), { ...LOAD, warmup: 0 }, { onSample: (sample) => samples.push(sample) })
  t.ok(samples.length > 1)
  t.strictSame(Object.keys(samples[0]).sort(),
    ['answered', 'errors', 'latencyP99', 'non2xx', 'probe', 'rate', 'time', 'timeouts', 'unavailable'])
  t.ok(samples.some(({ probe }) => probe?.heap > 0))
})
