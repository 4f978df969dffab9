'use strict'

// https://nodejs.org/en/learn/getting-started/debugging
// https://chromedevtools.github.io/devtools-protocol/

const { EventEmitter, once } = require('node:events')
const fs = require('node:fs')
const { setTimeout: sleep } = require('node:timers/promises')
const { abortable } = require('../base/abortable')
const { UserError } = require('../base/errors')
const { LOOPBACK, urlHost } = require('./network')

const CONNECT_LIMIT = 2000 // ms
const ANSWER_LIMIT = 60_000 // ms
const DISCONNECT_LIMIT = 1000 // ms
const CLOSED = 'the process has ended, or another program has closed its inspector'
const SILENT = `the process has not answered for ${ANSWER_LIMIT / 1000} s: ` +
  'its event loop is blocked in native code, or a debugger has paused it'
const LISTENING = '0A'
const CONNECTED = '01'
const HAS_ENDED = ['ENOENT', 'ESRCH', 'EINVAL'] // perhaps while the process was looked at
const CLOSE_DELAY = 500 // ms
// In a timer: closing ends the connection on which this arrives, and waits for its other end. The
// program may have replaced the global timers.
const CLOSE = `void require('node:timers')
  .setTimeout(require('node:inspector').close, ${CLOSE_DELAY})`

/**
 * Lists the TCP ports of a process, over IPv4 (Linux): none if it has ended.
 * @param {number} pid
 */
function portsOf (pid) {
  const listening = []
  const connected = []
  try {
    const sockets = socketsOf(pid)
    for (const line of fs.readFileSync(`/proc/${pid}/net/tcp`, 'utf8').split('\n')) {
      const [, local, , state, , , , , , inode] = line.trim().split(/\s+/)
      if (!sockets.has(`socket:[${inode}]`)) continue
      const port = parseInt(local.split(':')[1], 16)
      if (state === LISTENING) listening.push(port)
      if (state === CONNECTED) connected.push(port)
    }
  } catch (err) {
    if (!HAS_ENDED.includes(err.code)) throw err
  }
  return { listening, connected }
}

function socketsOf (pid) {
  const sockets = new Set()
  for (const name of fs.readdirSync(`/proc/${pid}/fd`)) {
    try {
      sockets.add(fs.readlinkSync(`/proc/${pid}/fd/${name}`))
    } catch {} // it was closed meanwhile
  }
  return sockets
}

/** @param {string} host @param {number} port @throws {UserError} When no inspector answers. */
async function connectInspector (host, port) {
  const WebSocket = require('ws') // not at the top: most commands need none
  const address = `${urlHost(host)}:${port}`
  let socket
  try {
    const signal = AbortSignal.timeout(CONNECT_LIMIT)
    const response = await fetch(`http://${address}/json/list`, { signal })
    const [{ id }] = await response.json()
    socket = new WebSocket(`ws://${address}/${id}`, { perMessageDeflate: false })
    await once(socket, 'open')
  } catch (err) {
    throw new UserError(`no inspector answers at ${address} (${err.message}): open that of the ` +
      'process with kill -USR1 PID')
  }

  const events = new EventEmitter() // also the answers, by the ids of their questions
  const over = new AbortController()
  let sent = 0
  socket.on('message', (data) => {
    const { id, method = id, params, ...answer } = JSON.parse(String(data))
    events.emit(String(method), params ?? answer)
  })
  socket.on('error', () => {}) // close follows
  const closed = new Promise((resolve) => socket.once('close', resolve))
  closed.then(() => over.abort(new UserError(CLOSED)))

  async function send (method, params = {}) {
    const id = ++sent
    const answered = once(events, String(id))
    socket.send(JSON.stringify({ id, method, params }))
    const timer = setTimeout(() => over.abort(new UserError(SILENT)), ANSWER_LIMIT)
    try {
      const [{ result, error }] = await abortable(answered, over.signal)
      if (error) throw new Error(error.message)
      return result
    } finally {
      clearTimeout(timer)
    }
  }

  async function runExpression (expression, returnByValue) {
    const { result, exceptionDetails } = await send('Runtime.evaluate', {
      expression,
      includeCommandLineAPI: true, // it has require
      returnByValue
    })
    if (exceptionDetails) {
      throw new UserError(`the process at ${address} cannot be watched: ` +
        describeException(exceptionDetails))
    }
    return result
  }

  async function evaluate (expression) {
    return (await runExpression(expression, true)).value
  }

  async function evaluateObject (expression) {
    return (await runExpression(expression, false)).objectId
  }

  async function disconnect () {
    socket.close()
    const timer = setTimeout(() => socket.terminate(), DISCONNECT_LIMIT)
    await closed
    clearTimeout(timer)
  }

  // Node.js crashes if both ends close a connection at the same moment (WsHandler::SendClose frees
  // its handler twice). So this end closes well before the other one does, or not at all.
  async function close () {
    const start = Date.now()
    await evaluate(CLOSE)
    if (Date.now() - start < CLOSE_DELAY / 2) return disconnect()
    await closed
  }

  return {
    close, // the inspector, and with it the connection
    disconnect,
    evaluate, // an expression in the process; its value is copied
    evaluateObject, // the same; gives the id of the object
    events, // of the protocol, by method
    send
  }
}

/** @param {any} details of an exception @returns {string} without the stack */
function describeException ({ exception, text }) {
  const [problem] = (exception?.description ?? text).split('\n')
  return problem
}

/**
 * Connects to the inspector of a process as soon as it listens (Linux).
 * @param {number} pid
 * @param {number} port
 * @param {number} limit ms
 * @returns undefined if it does not listen in time
 */
async function waitForInspector (pid, port, limit) {
  for (const end = Date.now() + limit; Date.now() < end; await sleep(50)) {
    if (portsOf(pid).listening.includes(port)) return connectInspector(LOOPBACK, port)
  }
}

module.exports = { connectInspector, describeException, portsOf, waitForInspector }
