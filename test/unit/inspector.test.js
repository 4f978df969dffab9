'use strict'

const { once } = require('node:events')
const http = require('node:http')
const { setTimeout: sleep } = require('node:timers/promises')
const t = require('tap')
const { WebSocketServer } = require('ws')
const { connectInspector, portsOf } = require('../../scripts/lib/system/inspector')

const SLOW = 400 // ms, of the 500 until the inspector closes

/** Closes the inspector of a process that answers late, and gives the end that closed first. */
async function closeAfter (t, delay) {
  const server = http.createServer((req, res) => res.end(JSON.stringify([{ id: 'some-id' }])))
  const sockets = new WebSocketServer({ server })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  let first = 'the command'
  sockets.on('connection', (socket) => {
    socket.on('message', async (message) => {
      const { id } = JSON.parse(message)
      await sleep(delay)
      socket.send(JSON.stringify({ id, result: { result: {} } }))
      if (!delay) return
      await sleep(200)
      if (socket.readyState === socket.OPEN) first = 'the process'
      socket.close()
    })
  })
  const inspector = await connectInspector('127.0.0.1', server.address().port)
  await inspector.close()
  return first
}

t.test('both ends never close a connection at the same moment', async (t) => {
  t.equal(await closeAfter(t, 0), 'the command')
  t.equal(await closeAfter(t, SLOW), 'the process')
})

t.test('a process that has ended has no ports', async (t) => {
  const pid = 2 ** 22 + 1 // more than Linux gives
  t.strictSame(portsOf(pid), { listening: [], connected: [] })
})
