'use strict'

const t = require('tap')
const { request } = require('../../scripts/lib/server/http-client')
const { listen } = require('../helpers/http-server')

/** Starts a server that answers with the request that it got, unless that is for `/lost`. */
async function startEcho (t) {
  const { url } = await listen(t, async (req, res) => {
    const { method, url, headers: { host, connection, ...headers } } = req
    if (url === '/lost') return res.write('half', () => req.socket.destroy())
    const body = (await req.toArray()).join('')
    res.writeHead(201, { kind: 'echo' }).end(JSON.stringify({ method, url, headers, body }))
  })
  return `${url}a?b`
}

t.test('a request has the given parts and no more', async (t) => {
  const url = await startEcho(t)
  const { status, headers, body } = await request(url)
  t.strictSame([status, headers.kind], [201, 'echo'])
  t.strictSame(JSON.parse(body), { method: 'GET', url: '/a?b', headers: {}, body: '' })
  const parts = { method: 'PUT', headers: { x: 'y', 'content-length': '2' }, body: 'hi' }
  const other = await request(url, { path: '/c/../d', ...parts })
  t.strictSame(JSON.parse(other.body), { url: '/c/../d', ...parts })
})

t.test('an answer that breaks off rejects', async (t) => {
  const url = await startEcho(t)
  t.equal((await t.rejects(request(url, { path: '/lost' }))).code, 'ECONNRESET')
})
