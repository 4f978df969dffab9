'use strict'

// What is evaluated in a running server, evaluated here.

const { once } = require('node:events')
const http = require('node:http')
const { setTimeout: sleep } = require('node:timers/promises')
const v8 = require('node:v8')
const vm = require('node:vm')
const t = require('tap')
const { request } = require('../../scripts/lib/system/http-client')
const { listen } = require('../helpers/http-server')
require('../helpers/without-tap-loader')

const WATCH = require.resolve('../../scripts/lib/preload/watch')

/** Watches this process, which answers with the status that a path ends with, during `send`. */
async function watchWhile (t, send) {
  const { server, url } = await listen(t, (req, res) => {
    const [status] = req.url.match(/\d+$/) ?? []
    if (!status) return
    res.statusCode = Number(status)
    setTimeout(() => res.end(), req.url.includes('late') ? 50 : 0)
  })
  delete require.cache[WATCH]
  const watch = require(WATCH)
  await send(url, server)
  return watch.end()
}

t.test('requests that fail: an error of the server, or a client that gives up', async (t) => {
  const { ended, failed } = await watchWhile(t, async (url, server) => {
    for (const status of [200, 404, 500, 503]) await request(`${url}${status}`)
    const sent = http.get(`${url}never`, { agent: false }).on('error', () => {})
    const [, response] = await once(server, 'request')
    sent.destroy()
    await once(response, 'close')
    await sleep(10)
  })
  t.strictSame([ended, failed], [5, 3])
})

t.test('a route is a method and a path without ids; from 200 on, they are one', async (t) => {
  const ids = [
    '7', '8f9d2c8a', 'f7c7e8a0-aaaa-4bbb-8ccc-123456789012', `${'eyJhbGciOi.'.repeat(3)}xyz`,
    'sk_live_4eC39HqLyjW', 'ann@example.org', 'ann%40example.org', 'cart;jsessionid=A', 'a:b',
    'x'.repeat(25)
  ]
  const words = 'v1/oauth2/mp3/utf8/seed/user-settings_all.json/~ann'
  const { routes } = await watchWhile(t, async (url) => {
    for (const id of ids) await request(`${url}a/${id}/200?x=200`)
    await request(`${url}${words}/200`)
    await request(`${url}${'ab/'.repeat(20)}200`)
    for (let i = 0; i < 210; i++) await request(`${url}p${i}/200`)
  })
  const counts = routes.map(({ name, requests }) => [name, requests])
  t.strictSame(counts.slice(0, 3), [
    ['GET /a/:id/:id', ids.length],
    [`GET /${words}/:id`, 1],
    [`GET ${'/ab'.repeat(9)}`, 1]
  ])
  t.equal(routes.length, 201)
  t.strictSame(counts.at(-1), ['other routes', 13])
})

t.test('the median of the times of requests, and their sum by route, are in ms', async (t) => {
  const { latency, routes } = await watchWhile(t, async (url) => {
    for (let i = 0; i < 3; i++) await request(`${url}late-200`)
  })
  t.ok(latency > 48 && latency < 1000, `${latency}`)
  t.ok(routes[0].time > 144 && routes[0].time < 3000, `${routes[0].time}`)
})

t.test('a watch that nobody reads for ten turns of its timer ends itself', async (t) => {
  let turn
  const setInterval = (run) => ({ unref: () => { turn ??= run } })
  const timers = { setInterval, clearInterval () {} }
  const { read } = t.mockRequire(WATCH, { 'node:timers': timers })
  for (const turns of [9, 9, 10]) {
    read()
    for (let i = 0; i < turns; i++) turn()
  }
  t.throws(read, { message: /^it got no request from this command for 5 s$/ })
})

t.test('after its end, no garbage collection is counted', async (t) => {
  const { evidence } = await watchWhile(t, async () => {})
  const counted = evidence.collected.length
  v8.setFlagsFromString('--expose-gc')
  vm.runInNewContext('gc')()
  await sleep(10)
  t.equal(evidence.collected.length, counted)
})
