'use strict'

const { EventEmitter, once } = require('node:events')
const http = require('node:http')
const { setTimeout: sleep } = require('node:timers/promises')
const t = require('tap')
const { WebSocketServer } = require('ws')
const { connectInspector } = require('../attach/inspector')
const { inspectProgram } = require('./inspected')

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
async function closeAfter (t, delay, isBlocked) {
  let first = 'the command'
  const inspector = await connectTo(t, async ({ id }, socket) => {
    await sleep(delay)
    socket.send(JSON.stringify({ id, result: { result: {} } }))
    if (!delay || isBlocked) return
    await sleep(200)
    if (socket.readyState === socket.OPEN) first = 'the process'
    socket.close()
  })
  await inspector.close()
  if (!isBlocked) await sleep(50) // the other end has closed, too
  return first
}

t.test('both ends never close a connection at the same moment', async (t) => {
  const start = performance.now()
  t.equal(await closeAfter(t, 0), 'the command')
  t.equal(await closeAfter(t, SLOW), 'the process')
  const { setTimeout } = globalThis
  t.intercept(globalThis, 'setTimeout', { value: (run, ms) => setTimeout(run, ms / 10) })
  await closeAfter(t, SLOW, true)
  t.ok(performance.now() - start < 5000, 'a blocked one is left after 5 s / 10')
})

t.test('a process that has no context any more has ended', async (t) => {
  const error = { message: 'Cannot find default execution context' }
  const { disconnect, ending, evaluate } = await connectTo(t, ({ id }, socket) =>
    socket.send(JSON.stringify({ id, error })))
  t.equal((await t.rejects(evaluate('1'))).message, 'the process has ended')
  t.ok(ending.aborted, 'the watch ends')
  await disconnect()
})

t.test('an object is made when the program is between two turns', async (t) => {
  const program = 'isBusy = true; const end = Date.now() + 300; while (Date.now() < end); ' +
    'isBusy = false; process.stdin.resume()'
  const { callOn, evaluate, evaluateObject } = await inspectProgram(t, program)
  while (await evaluate('globalThis.isBusy') === undefined); // it has not begun
  const objectId = await evaluateObject('{ isBusy }')
  t.equal(await callOn(objectId, 'function () { return this.isBusy }'), false)
})

t.test('an inspector that nobody would close is not opened', async (t) => {
  const err = new Error('spawn node EAGAIN')
  function fail () {
    throw err // as Node.js does for ENOMEM
  }
  function failLater () {
    const child = new EventEmitter() // without pipes, as Node.js leaves it
    process.nextTick(() => child.emit('error', err))
    return child
  }
  for (const spawn of [fail, failLater]) {
    const { closeWithProcess } = t.mockRequire('../attach/closer', {
      'node:child_process': { spawn }
    })
    const { exitCode, message } = await t.rejects(closeWithProcess({ pid: 7, before: [] }))
    t.match(message, /^nothing would close .* process 7 .* \(spawn node EAGAIN\): /)
    t.equal(exitCode, 1)
  }
})
