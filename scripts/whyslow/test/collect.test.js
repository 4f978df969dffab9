'use strict'

const { once } = require('node:events')
const net = require('node:net')
const { setTimeout: sleep } = require('node:timers/promises')
const t = require('tap')
const { readDuring } = require('../internals')

const BEAT = 20 // ms

t.test('connections that the observer does not know, of a process that is known', {
  skip: process.platform !== 'linux'
}, async (t) => {
  const clients = []
  const servers = []
  for (let i = 0; i < 2; i++) {
    servers.push(net.createServer().listen(0, '127.0.0.1'))
    await once(servers[i], 'listening')
    for (let i = 0; i < 2; i++) clients.push(net.connect(servers.at(-1).address()))
    await Promise.all(clients.slice(-2).map((client) => once(client, 'connect')))
  }
  const unseen = async (known, pid = process.pid) => {
    const ask = async (question) => question === 'ports' ? known() : { unseen: [] }
    const [interval] = await readDuring(ask, Promise.resolve(), { beat: 500, pid })
    return interval.unseen
  }
  const ports = clients.map(({ localPort }) => localPort)
  const others = ['2 connections of native code']
  t.strictSame(await unseen(() => ports), [])
  t.strictSame(await unseen(() => [ports[0], ports[2]]), [], 'a pool has one remote end')
  t.strictSame(await unseen(() => [ports[0]]), others)
  t.strictSame(await unseen(() => [], 2 ** 23), ['connections of native code'])
  const replace = async () => {
    for (const socket of clients) socket.destroy()
    clients.push(net.connect(servers[0].address()))
    await once(clients.at(-1), 'connect')
    return []
  }
  t.strictSame(await unseen(replace), [], 'they were closed, or opened, meanwhile')
  clients.at(-1).destroy()
  for (const server of servers) server.close()
})

t.test('a question or the work that fails ends it; so does an abort', async (t) => {
  const err = new Error('blocked')
  const fail = async () => { throw err }
  const never = () => new Promise(() => {})
  let asked = 0
  const ask = async () => {
    asked++
    return { unseen: [] }
  }
  const end = async (run, work, options) => {
    t.equal(await t.rejects(readDuring(run, work(), { beat: BEAT, ...options })), err)
  }
  await end(fail, never)
  await end(ask, fail)
  await end(ask, never, { signal: AbortSignal.abort(err) })
  t.equal(asked, 0)
  await end(fail, () => sleep(2 * BEAT).then(fail))
  await sleep(3 * BEAT) // the work fails now: that is no unhandled rejection
})
