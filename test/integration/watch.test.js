'use strict'

// What is evaluated in a running server, evaluated here.

const { once } = require('node:events')
const http = require('node:http')
const { setTimeout: sleep } = require('node:timers/promises')
const t = require('tap')
const { request } = require('../../scripts/lib/system/http-client')
const { listen } = require('../helpers/http-server')
require('../helpers/without-tap-loader')

/** Watches this process, which answers with the status that a path ends with, during `send`. */
async function watchWhile (t, send) {
  const { server, url } = await listen(t, (req, res) => {
    const [status] = req.url.match(/\d+$/) ?? []
    if (!status) return
    res.statusCode = Number(status)
    res.end()
  })
  const file = require.resolve('../../scripts/lib/preload/watch')
  delete require.cache[file]
  const watch = require(file)
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
  const { routes } = await watchWhile(t, async (url) => {
    for (const path of ['a/7/200', 'a/8/200?x=200', 'b/f7c7e8a0-aaaa-4bbb-8ccc-123456789012/200']) {
      await request(url + path)
    }
    for (let i = 0; i < 210; i++) await request(`${url}page-${i}-200`)
  })
  const counts = routes.map(({ name, requests }) => [name, requests])
  t.strictSame(counts.slice(0, 2), [['GET /a/:id/:id', 2], ['GET /b/:id/:id', 1]])
  t.equal(routes.length, 201)
  t.strictSame(counts.at(-1), ['other routes', 12])
})
