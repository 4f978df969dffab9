'use strict'

const { once } = require('node:events')
const net = require('node:net')
const t = require('tap')
const { findFreePort } = require('../../docs/labs/free-port')
const {
  connectOnce, hostOf, isLoopback, urlHost, LOOPBACK
} = require('../../scripts/lib/system/network')

t.test('an IPv6 address has brackets in a URL, and none for a socket', async (t) => {
  const hosts = { '::1': '[::1]', '127.0.0.1': '127.0.0.1', 'example.org': 'example.org' }
  for (const [host, inUrl] of Object.entries(hosts)) {
    t.equal(urlHost(host), inUrl)
    t.equal(hostOf(`http://${inUrl}:3000/seed/v1`), host)
  }
})

t.test('what is this machine', async (t) => {
  const own = ['127.0.0.1', '127.8.0.1', '::1', 'localhost', 'a.LOCALHOST']
  const others = ['192.0.2.1', '127.example', '2001:db8::1', 'notlocalhost', '0.0.0.0']
  t.strictSame([...own, ...others].filter(isLoopback), own)
})

t.test('a free port can be listened on, and a connection to it is closed again', async (t) => {
  const port = await findFreePort()
  t.equal((await t.rejects(connectOnce(LOOPBACK, port))).code, 'ECONNREFUSED')
  const server = net.createServer().listen(port, LOOPBACK)
  await once(server, 'listening')
  const accepted = once(server, 'connection')
  await connectOnce(LOOPBACK, port)
  const [socket] = await accepted
  socket.resume()
  await once(socket, 'close')
  server.close()
})
