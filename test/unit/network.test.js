'use strict'

const { once } = require('node:events')
const net = require('node:net')
const t = require('tap')
const { connectOnce, urlHost } = require('../../scripts/lib/server/network')

t.test('an IPv6 address has brackets in a URL', async (t) => {
  t.equal(urlHost('::1'), '[::1]')
  t.equal(urlHost('127.0.0.1'), '127.0.0.1')
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
