'use strict'

const { once } = require('node:events')
const net = require('node:net')
const t = require('tap')
const { connectOnce, hostOf, urlHost } = require('../../scripts/lib/system/network')

t.test('an IPv6 address has brackets in a URL, and none for a socket', async (t) => {
  const hosts = { '::1': '[::1]', '127.0.0.1': '127.0.0.1', 'example.org': 'example.org' }
  for (const [host, inUrl] of Object.entries(hosts)) {
    t.equal(urlHost(host), inUrl)
    t.equal(hostOf(`http://${inUrl}:3000/seed/v1`), host)
  }
})

t.test('a connection to a port is closed again', async (t) => {
  const server = net.createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  const accepted = once(server, 'connection')
  await connectOnce('127.0.0.1', port)
  const [socket] = await accepted
  socket.resume()
  await once(socket, 'close')
  server.close()
  await once(server, 'close')
  t.equal((await t.rejects(connectOnce('127.0.0.1', port))).code, 'ECONNREFUSED')
})
