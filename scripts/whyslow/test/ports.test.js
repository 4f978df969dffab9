'use strict'

const { once } = require('node:events')
const net = require('node:net')
const t = require('tap')
const { portsOf } = require('../attach/ports')

t.test('what a process listens on, and its connections', {
  skip: process.platform !== 'linux'
}, async (t) => {
  for (const host of ['127.1.2.3', '0.0.0.0', '::1', '::']) {
    const server = net.createServer().listen(0, host)
    await once(server, 'listening')
    const { port } = server.address()
    const client = net.connect(port, host)
    const isConnected = () => portsOf(process.pid).connected.includes(port)
    t.notOk(isConnected())
    const [accepted] = await once(server, 'connection')
    t.ok(isConnected())
    const here = (pid) => portsOf(pid).listening.filter((socket) => socket.port === port)
    t.strictSame([here(process.pid), here(process.ppid)], [[{ host, port }], []])
    client.destroy()
    accepted.destroy()
    server.close()
  }
  t.strictSame(portsOf(2 ** 23), { listening: [], connected: [] }, 'none: it has ended')
})
