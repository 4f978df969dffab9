'use strict'

const { once } = require('node:events')
const http = require('node:http')
const { setTimeout: sleep } = require('node:timers/promises')
const t = require('tap')
const { WebSocketServer } = require('ws')
const { connectInspector } = require('../../scripts/lib/system/inspector')
const { portsOf } = require('../../scripts/lib/system/process-ports')

const SLOW = 400 // ms, of the 500 until the inspector closes

/** Connects to a made-up inspector. `answer` gets each message and its socket. */
async function connectTo (t, answer) {
  const server = http.createServer((req, res) => res.end(JSON.stringify([{ id: 'some-id' }])))
  const sockets = new WebSocketServer({ server })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  sockets.on('connection', (socket) => {
    socket.on('message', (message) => answer(JSON.parse(message), socket))
  })
  return connectInspector('127.0.0.1', server.address().port)
}

/** Closes the inspector of a process that answers late, and gives the end that closed first. */
async function closeAfter (t, delay) {
  let first = 'the command'
  const inspector = await connectTo(t, async ({ id }, socket) => {
    await sleep(delay)
    socket.send(JSON.stringify({ id, result: { result: {} } }))
    if (!delay) return
    await sleep(200)
    if (socket.readyState === socket.OPEN) first = 'the process'
    socket.close()
  })
  await inspector.close()
  return first
}

t.test('both ends never close a connection at the same moment', async (t) => {
  t.equal(await closeAfter(t, 0), 'the command')
  t.equal(await closeAfter(t, SLOW), 'the process')
})

t.test('an expression that throws, as in a browser, is an error without its stack', async (t) => {
  const exception = { description: 'ReferenceError: process is not defined\n    at <anonymous>' }
  const { disconnect, evaluate } = await connectTo(t, ({ id }, socket) =>
    socket.send(JSON.stringify({ id, result: { result: {}, exceptionDetails: { exception } } })))
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
  const before = timers()
  const { message, exitCode } = await t.rejects(evaluate('process.pid'))
  t.ok(timers() <= before, 'the limit for its answer has ended')
  t.match(message, /^the process at 127.* cannot be watched: ReferenceError: .* not defined$/)
  t.equal(exitCode, 1)
  await disconnect()
})

t.test('a process that has ended has no ports', async (t) => {
  const pid = 2 ** 22 + 1 // more than Linux gives
  t.strictSame(portsOf(pid), { listening: [], connected: [] })
})
