'use strict'

const path = require('node:path')
const t = require('tap')
const { findTarget, labServer } = require('../../../scripts/lib/measure/targets')
const { request } = require('../../../scripts/lib/system/http-client')
const { startServer } = require('../../../scripts/lib/measure/server')
const { testLab } = require('../../helpers/lab')

testLab('frameworks', {
  tables: ['GET /seed/v1, as optimized answers it', 'An object as JSON', 'A plain text', 'An error that is thrown'],
  experiments: ['seed', 'json', 'text', 'error']
})

const FRAMEWORKS = [findTarget('optimized'), ...['http', 'express', 'fastify'].map((name) => labServer('frameworks', name))]

// Once for all: t.testdir makes its folder anew whenever it is called, and a server may be about to read it.
const FIXED = path.join(t.testdir({
  'fixed.js': `
  const crypto = require('node:crypto')
  crypto.randomBytes = (size) => Buffer.alloc(size, 7)
  crypto.randomUUID = () => '00000000-0000-4000-8000-000000000000'
  Date.now = () => 1_500_000_000_000`
}), 'fixed.js')

/** Starts a server whose content and clock are the same in every process. */
async function fixed (t, target) {
  const server = await startServer(target, { execArgv: ['--require', FIXED] })
  t.teardown(() => server.stop())
  return server
}

/** What a client sees, without the time of day, and without the name that restify gives. */
async function answer (server, options) {
  const { status, headers: { date, server: name, ...headers }, body } = await request(server.url, options)
  return { status, headers, body: String(body) }
}

t.test('all answer with the same bytes, the same headers and the same tag', async (t) => {
  const servers = await Promise.all(FRAMEWORKS.map((framework) => fixed(t, framework)))
  const ETag = '"00000000-0000-4000-8000-000000000000-1500000000000"'
  const asked = [
    {},
    { method: 'HEAD' },
    ...[ETag, `W/${ETag}`, `"x", ${ETag}`, '*', '"x"', ETag.replaceAll('"', ''), ''].map((tag) => ({ headers: { 'If-None-Match': tag } })),
    { method: 'HEAD', headers: { 'If-None-Match': ETag } }
  ]
  for (const options of asked) {
    const [first, ...others] = await Promise.all(servers.map((server) => answer(server, options)))
    for (const [i, other] of others.entries()) t.strictSame(other, first, `${FRAMEWORKS[i + 1].name} ${JSON.stringify(options)}`)
  }
  const [{ status, headers, body }] = await Promise.all(servers.map((server) => answer(server)))
  t.equal(status, 200)
  t.match(headers, { etag: ETag, 'cache-control': 'public, max-age=120', 'content-type': 'application/json', 'content-length': '10047' })
  t.match(JSON.parse(body), { data: '07'.repeat(5000), url: '/seed/v1', ts: 1_500_000_000_000 })
  const statuses = await Promise.all(asked.map((options) => answer(servers[0], options)))
  t.strictSame(statuses.map(({ status }) => status), [200, 200, 304, 304, 304, 304, 200, 200, 200, 304])
})

t.test('what is not there', async (t) => {
  for (const framework of FRAMEWORKS) {
    const server = await fixed(t, framework)
    for (const path of ['/none', '/seed/v1?x=1']) {
      const { status, headers } = await request(server.url, { path })
      t.equal(status, 404, `${framework.name} ${path}`)
      t.equal(headers['cache-control'], undefined)
      t.match(headers['content-type'], 'application/json')
    }
  }
})

for (const name of ['routes-express', 'routes-fastify']) {
  t.test(name, async (t) => {
    const server = await startServer(labServer('frameworks', name))
    t.teardown(() => server.stop())
    const get = async (path) => {
      const { status, headers, body } = await request(server.url, { path })
      return { status, type: headers['content-type'], body: String(body), length: headers['content-length'], etag: headers.etag }
    }
    t.match(await get('/json'), { status: 200, type: 'application/json; charset=utf-8', body: '{"hello":"world"}', length: '17', etag: undefined })
    t.match(await get('/text'), { status: 200, type: 'text/plain; charset=utf-8', body: 'hello world', length: '11', etag: undefined })
    t.match(await get('/error'), { status: 500, type: 'application/json; charset=utf-8', body: '{"error":"on purpose"}' })
    t.equal((await get('/none')).status, 404)
    t.equal(server.stderr(), '', 'an error on purpose is not logged')
  })
}
