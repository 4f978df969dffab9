'use strict'

const { once } = require('node:events')
const http = require('node:http')
const t = require('tap')
const { excerpt, request } = require('../../scripts/lib/system/http-client')

/** Starts a server that answers with the request that it got. */
async function startEcho (t) {
  const server = http.createServer(async (req, res) => {
    const { method, url, headers: { host, connection, ...headers } } = req
    const body = (await req.toArray()).join('')
    res.writeHead(201, { 'x-kind': 'echo' }).end(JSON.stringify({ method, url, headers, body }))
  })
  const connections = []
  server.on('connection', (socket) => connections.push(socket))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.teardown(() => { server.close(); server.closeAllConnections() })
  return { url: `http://127.0.0.1:${server.address().port}/a?b`, server, connections }
}

t.test('a request has the given parts and no more', async (t) => {
  const { url } = await startEcho(t)
  const plain = await request(url)
  t.strictSame([plain.status, plain.headers['x-kind']], [201, 'echo'])
  t.strictSame(JSON.parse(plain.body), { method: 'GET', url: '/a?b', headers: {}, body: '' })
  const headers = { x: 'y', 'content-length': '2' }
  const { body } = await request(url, { method: 'PUT', path: '/c/../d', headers, body: 'hi' })
  t.strictSame(JSON.parse(body), { method: 'PUT', url: '/c/../d', headers, body: 'hi' })
})

t.test('a connection is kept only when that is asked for', async (t) => {
  for (const [options, count] of [[{}, 3], [{ keepAlive: true }, 1]]) {
    const { url, connections } = await startEcho(t)
    for (let i = 0; i < 3; i++) await request(url, options)
    t.equal(connections.length, count)
  }
})

t.test('a connection that is lost rejects, before and in the answer', async (t) => {
  const { url, server } = await startEcho(t)
  server.removeAllListeners('request')
  server.on('request', (req, res) => {
    if (req.url === '/a?b') return req.socket.destroy()
    res.write('half', () => req.socket.destroy())
  })
  t.equal((await t.rejects(request(url))).code, 'ECONNRESET')
  t.equal((await t.rejects(request(url, { path: '/half' }))).code, 'ECONNRESET')
})

t.test('an excerpt of a body is one short line', async (t) => {
  t.equal(excerpt(Buffer.from(`see\n  ${'x'.repeat(300)}`)), `see ${'x'.repeat(196)}`)
  t.equal(excerpt(Buffer.from(' ')), 'no body')
})
