'use strict'

const path = require('node:path')
const t = require('tap')
const { findTarget, labServer } = require('../../../scripts/lib/measure/targets')
const { request } = require('../../../scripts/lib/system/http-client')
const { startServer } = require('../../../scripts/lib/measure/server')
const { testLab } = require('../../helpers/lab')

testLab('frameworks', {
  tables: ['GET /seed/v1, as optimized answers it', 'An object as JSON', 'A plain text', 'A thrown error'],
  experiments: ['seed', 'json', 'text', 'error']
})

const SERVERS = ['http', 'express', 'fastify'].map((name) => labServer('frameworks', name))
const FRAMEWORKS = [findTarget('optimized'), ...SERVERS]

// Created once: every call of t.testdir creates the folder anew, while a server may be about to read it.
const FIX_CONTENT = path.join(t.testdir({
  'fixed.js': `
  const crypto = require('node:crypto')
  crypto.randomBytes = (size) => Buffer.alloc(size, 7)
  crypto.randomUUID = () => '00000000-0000-4000-8000-000000000000'
  Date.now = () => 1_500_000_000_000`
}), 'fixed.js')

/** Starts a server with the same content and clock in every process. */
async function startFixed (t, target) {
  const server = await startServer(target, { execArgv: ['--require', FIX_CONTENT] })
  t.teardown(() => server.stop())
  return server
}

/** What a client receives, without the date and without the server name that restify sends. */
async function receive (server, options) {
  const { status, headers: { date, server: name, ...headers }, body } = await request(server.url, options)
  return { status, headers, body: String(body) }
}

t.test('all answer with the same bytes, the same headers and the same tag', async (t) => {
  const servers = await Promise.all(FRAMEWORKS.map((framework) => startFixed(t, framework)))
  const ETag = '"00000000-0000-4000-8000-000000000000-1500000000000"'
  const tags = [ETag, `W/${ETag}`, `"x", ${ETag}`, '*', '"x"', ETag.replaceAll('"', ''), '']
  const requests = [
    {},
    { method: 'HEAD' },
    ...tags.map((tag) => ({ headers: { 'If-None-Match': tag } })),
    { method: 'HEAD', headers: { 'If-None-Match': ETag } }
  ]
  for (const options of requests) {
    const [first, ...others] = await Promise.all(servers.map((server) => receive(server, options)))
    for (const [i, other] of others.entries()) {
      t.strictSame(other, first, `${FRAMEWORKS[i + 1].name} ${JSON.stringify(options)}`)
    }
  }
  const [{ status, headers, body }] = await Promise.all(servers.map((server) => receive(server)))
  t.equal(status, 200)
  t.strictSame(headers, {
    etag: ETag,
    'cache-control': 'public, max-age=120',
    'content-type': 'application/json',
    'content-length': '10047',
    connection: 'close'
  })
  t.strictSame(JSON.parse(body), { data: '07'.repeat(5000), url: '/seed/v1', ts: 1_500_000_000_000 })
  const statuses = await Promise.all(requests.map((options) => receive(servers[0], options)))
  t.strictSame(statuses.map(({ status }) => status), [200, 200, 304, 304, 304, 304, 200, 200, 200, 304])
})

t.test('a URL that does not exist gets 404', async (t) => {
  for (const framework of FRAMEWORKS) {
    const server = await startFixed(t, framework)
    for (const path of ['/none', '/seed/v1?x=1']) {
      const { status, headers } = await request(server.url, { path })
      t.equal(status, 404, `${framework.name} ${path}`)
      t.equal(headers['cache-control'], undefined)
      t.match(headers['content-type'], /^application\/json(; charset=utf-8)?$/)
    }
  }
})

for (const name of ['routes-express', 'routes-fastify']) {
  t.test(name, async (t) => {
    const server = await startServer(labServer('frameworks', name))
    t.teardown(() => server.stop())
    const get = async (path) => {
      const { status, headers, body } = await request(server.url, { path })
      const { 'content-type': type, 'content-length': length, etag } = headers
      return { status, type, body: String(body), length, etag }
    }
    const JSON_TYPE = 'application/json; charset=utf-8'
    const rest = { status: 200, etag: undefined }
    t.strictSame(await get('/json'), { ...rest, type: JSON_TYPE, body: '{"hello":"world"}', length: '17' })
    t.strictSame(await get('/text'), { ...rest, type: 'text/plain; charset=utf-8', body: 'hello world', length: '11' })
    t.strictSame(await get('/error'),
      { ...rest, status: 500, type: JSON_TYPE, body: '{"error":"on purpose"}', length: '22' })
    t.equal((await get('/none')).status, 404)
    t.equal(server.stderr(), '', 'an error on purpose is not logged')
  })
}
