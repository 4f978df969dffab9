'use strict'

// https://nodejs.org/en/learn/getting-started/debugging
// https://chromedevtools.github.io/devtools-protocol/

/** @import { ListeningSocket, OpenedInspector } from '../types' */

const { EventEmitter, once } = require('node:events')
const fs = require('node:fs')
const http = require('node:http')
const { json } = require('node:stream/consumers')
const { setTimeout: sleep } = require('node:timers/promises')
const WebSocket = require('ws')
const { abortable } = require('../util/abortable')
const { UserError } = require('../util/errors')
const { addressOf, portsOf, LOOPBACK } = require('./ports')

// All addresses of this machine: an inspector refuses requests to these.
const ANY = { '0.0.0.0': LOOPBACK, '::': '::1' }
const CONNECT_LIMIT = 2000 // ms
const ANSWER_LIMIT = 60_000 // ms
const DISCONNECT_LIMIT = 1000 // ms
const LAST_WORDS = 500 // ms in which a process that exits is still asked
const EXITING = 'the process has ended'
const NO_CONTEXT = /^Cannot find (default execution )?context/ // in a process that exits
const CLOSED = 'the process has ended, or another program has closed its inspector'
const SILENT = `the process has not answered for ${ANSWER_LIMIT / 1000} s: ` +
  'its event loop is blocked in native code, or a debugger has paused it'
const CLOSE_DELAY = 500 // ms
const CLOSE_LIMIT = 5000 // ms
// In a timer: closing ends the connection on which this arrives, and waits for its other end. And
// an event loop that was blocked when SIGUSR1 arrived opens the inspector once more when it goes
// on, before an immediate runs. The program may have replaced the global timers.
const CLOSE = `{
  const { setImmediate, setTimeout } = process.getBuiltinModule('node:timers')
  const { close } = process.getBuiltinModule('node:inspector')
  setTimeout(() => setImmediate(close), ${CLOSE_DELAY})
  undefined
}`

const TURN_LIMIT = 2000 // ms
const TURN_BEAT = 10 // ms
// The inspector interrupts the program, perhaps in the middle of a module of Node.js, above all
// while it is started. To load that module at this moment would break it, so the expression waits
// until nothing else runs. In an event loop that is blocked, it does not wait for ever.
const taskOf = (expression) => `(() => {
  let outcome
  function attempt () {
    try {
      outcome ??= { value: ${expression}
      }
    } catch (error) {
      outcome = { error }
    }
  }
  async function start () {
    await undefined
    if (process.argv) attempt() // Node.js itself has started
  }
  function isDone () {
    if (!outcome) start()
    return Boolean(outcome)
  }
  function run () {
    attempt()
    if (outcome.error) throw outcome.error
    return outcome.value
  }
  return { isDone, run }
})()`

/** @param {string} host @param {number} port @throws {UserError} When no inspector answers. */
async function connectInspector (host, port) {
  const address = addressOf(host, port)
  let socket
  try {
    socket = new WebSocket(await findPage(address), {
      perMessageDeflate: false,
      handshakeTimeout: CONNECT_LIMIT
    })
    await once(socket, 'open')
  } catch (err) {
    throw new UserError(`no inspector answers at ${address} (${err.message}): ` +
      'kill -USR1 PID opens that of a process')
  }

  const events = new EventEmitter() // also the answers, by the ids of their questions
  const over = new AbortController()
  const ending = new AbortController() // aborted as soon as the process is known to exit
  let sent = 0
  socket.on('message', (data) => {
    let message
    try {
      message = Object(JSON.parse(String(data)))
    } catch {
      over.abort(new UserError(`what answers at ${address} is no inspector`))
      return
    }
    const { id, method = id, params, ...answer } = message
    try {
      events.emit(String(method), params ?? answer)
    } catch (err) { // of who listens
      over.abort(err)
    }
  })
  socket.on('error', () => {}) // close follows
  const closed = new Promise((resolve) => socket.once('close', resolve))
  closed.then(() => {
    ending.abort(new UserError(CLOSED))
    over.abort(new UserError(CLOSED))
  })
  // Without this, a process that exits waits until its debuggers have disconnected.
  events.once('NodeRuntime.waitingForDisconnect', () => {
    ending.abort(new UserError(EXITING))
    setTimeout(() => socket.terminate(), LAST_WORDS).unref()
  })
  send('NodeRuntime.notifyWhenWaitingForDisconnect', { enabled: true }).catch(() => {})

  async function send (method, params = {}) {
    over.signal.throwIfAborted()
    const id = ++sent
    const answered = once(events, String(id))
    socket.send(JSON.stringify({ id, method, params }))
    const timer = setTimeout(() => over.abort(new UserError(SILENT)), ANSWER_LIMIT)
    try {
      const [{ result, error }] = await abortable(answered, over.signal)
      if (NO_CONTEXT.test(error?.message)) throw new UserError(EXITING)
      if (error) throw new UserError(`${method} failed at ${address}: ${error.message}`)
      return result
    } finally {
      clearTimeout(timer)
    }
  }

  async function sendExpression (method, params) {
    const { result, exceptionDetails } = await send(method, params)
    if (exceptionDetails) {
      throw new UserError(`the process at ${address} cannot be watched: ` +
        firstLineOf(exceptionDetails))
    }
    return result
  }

  async function evaluate (expression) {
    const result = await sendExpression('Runtime.evaluate', { expression, returnByValue: true })
    return result.value
  }

  async function callOn (objectId, functionDeclaration, argument) {
    const result = await sendExpression('Runtime.callFunctionOn', {
      objectId,
      functionDeclaration,
      arguments: [{ value: argument }],
      returnByValue: true
    })
    return result.value
  }

  async function evaluateObject (expression) {
    const task = await sendExpression('Runtime.evaluate', { expression: taskOf(expression) })
    const { objectId } = task
    for (const end = Date.now() + TURN_LIMIT; Date.now() < end; await sleep(TURN_BEAT)) {
      ending.signal.throwIfAborted() // no other turn comes
      if (await callOn(objectId, 'function () { return this.isDone() }')) break
    }
    const functionDeclaration = 'function () { return this.run() }'
    const result = await sendExpression('Runtime.callFunctionOn', { objectId, functionDeclaration })
    return result.objectId
  }

  async function waitUntilClosed (limit) {
    const timer = setTimeout(() => socket.terminate(), limit)
    await closed
    clearTimeout(timer)
  }

  async function disconnect () {
    socket.close()
    await waitUntilClosed(DISCONNECT_LIMIT)
  }

  // Node.js crashes if both ends close a connection at the same moment (WsHandler::SendClose frees
  // its handler twice). So this end closes well before the other one does, or not at all.
  async function close () {
    if (ending.signal.aborted) return disconnect()
    const start = Date.now()
    await evaluate(CLOSE)
    if (Date.now() - start < CLOSE_DELAY / 2) return disconnect()
    await waitUntilClosed(CLOSE_LIMIT) // an event loop that is blocked never closes it
  }

  return {
    callOn, // an object, by its id: a function, whose answer is copied
    close, // the inspector, and with it the connection
    disconnect,
    ending: ending.signal, // of the process; its reason is an error for the user
    evaluate, // an expression in the process, at once; its value is copied
    evaluateObject, // the same when nothing else runs; gives the id of the object
    events, // of the protocol, by method
    send
  }
}

/** @param {any} details of an exception */
function firstLineOf ({ exception, text }) {
  const [problem] = (exception?.description ?? text).split('\n')
  return problem
}

/** @returns {Promise<string>} the URL for a debugger @throws When it does not answer with JSON. */
async function findPage (address) {
  const signal = AbortSignal.timeout(CONNECT_LIMIT)
  const request = http.get(`http://${address}/json/list`, { agent: false, signal })
  const [response] = await once(request, 'response')
  const [{ id }] = /** @type {any} */ (await json(response))
  return `ws://${address}/${id}`
}

/**
 * Waits until a process has opened its inspector, and connects to it: no flag says for sure on
 * which port that is (Linux).
 * @param {OpenedInspector} opened
 * @param {number} limit ms
 * @returns where it listens, and the connection; undefined if it does not listen in time
 */
async function waitForInspector ({ pid, before }, limit) {
  const isRunning = () => fs.existsSync(`/proc/${pid}`)
  for (const end = Date.now() + limit; isRunning() && Date.now() < end; await sleep(50)) {
    const { listening } = portsOf(pid)
    const added = listening.filter(({ host, port }) =>
      !before.some((known) => known.host === host && known.port === port))
    const found = await findInspector(added)
    if (found) return found
  }
}

/** @param {ListeningSocket[]} sockets @returns of the first that is an inspector */
async function findInspector (sockets) {
  for (const { host, port } of sockets) {
    const inspector = await connectInspector(ANY[host] ?? host, port).catch(() => undefined)
    if (inspector) return { host, port, inspector }
  }
}

module.exports = { connectInspector, findInspector, waitForInspector }
