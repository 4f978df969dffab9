'use strict'

// The inspector of a running process: where it listens, and a connection to it.
// https://nodejs.org/en/learn/getting-started/debugging
// https://chromedevtools.github.io/devtools-protocol/

/** @import { Inspector } from './types' */

const { EventEmitter, once } = require('node:events')
const fs = require('node:fs')
const { setTimeout: sleep } = require('node:timers/promises')
const { UserError } = require('../base/errors')
const { LOOPBACK, urlHost } = require('./network')

const PORT = 9229 // unless --inspect-port says otherwise
const CONNECT_LIMIT = 2000 // ms
const LIMIT = 60_000 // ms until an answer
const CLOSE_LIMIT = 10_000 // ms
const CLOSED = 'the process has ended, or another program has closed its inspector'
const SILENT = `the process has not answered for ${LIMIT / 1000} s: ` +
  'its event loop is blocked in native code, or a debugger has paused it'
const LISTENING = '0A'
const CONNECTED = '01'
// Ends what startWatch has begun.
const END = "try { globalThis[Symbol.for('keeping-node-fast.watch')]?.() } catch {} undefined"
const CLOSE_DELAY = 500 // ms
// In a timer: closing ends the connection on which this arrives, and waits for its other end. The
// program may have replaced the global timers.
const CLOSE = `${END}
  void require('node:timers').setTimeout((close) => {
    try { close() } catch {}
  }, ${CLOSE_DELAY}, require('node:inspector').close)`

/**
 * Lists the TCP ports of a process.
 * @param {number} pid
 * @returns {{listening: number[], connected: number[]}} `connected`: once for each connection. Both
 *   are empty where the system is not Linux.
 */
function portsOf (pid) {
  if (process.platform !== 'linux') return { listening: [], connected: [] }
  /** @type {Set<string>} */
  const sockets = new Set()
  for (const name of fs.readdirSync(`/proc/${pid}/fd`)) {
    try {
      const link = fs.readlinkSync(`/proc/${pid}/fd/${name}`)
      if (link.startsWith('socket:')) sockets.add(link.slice('socket:['.length, -1))
    } catch {} // it was closed meanwhile
  }
  /** @type {number[]} */
  const listening = []
  /** @type {number[]} */
  const connected = []
  for (const table of ['tcp', 'tcp6']) {
    const file = `/proc/${pid}/net/${table}`
    if (!fs.existsSync(file)) continue // without IPv6
    for (const line of fs.readFileSync(file, 'utf8').trim().split('\n').slice(1)) {
      const [, local, , state, , , , , , inode] = line.trim().split(/\s+/)
      const port = parseInt(local.slice(local.indexOf(':') + 1), 16)
      if (!sockets.has(inode)) continue
      if (state === LISTENING) listening.push(port)
      if (state === CONNECTED) connected.push(port)
    }
  }
  return { listening, connected }
}

/**
 * Connects to an inspector.
 * @param {string} host
 * @param {number} port
 * @returns {Promise<Inspector>}
 * @throws When no inspector answers there.
 */
async function connectInspector (host, port) {
  const WebSocket = require('ws') // not at the top: most commands need none
  const address = `${urlHost(host)}:${port}`
  const response = await fetch(`http://${address}/json/list`, {
    signal: AbortSignal.timeout(CONNECT_LIMIT)
  })
  const [{ id }] = /** @type {{id: string}[]} */ (await response.json())
  const socket = new WebSocket(`ws://${address}/${id}`, { perMessageDeflate: false })
  const events = new EventEmitter()
  /** @type {Map<number, {resolve: (result: any) => void, reject: (err: Error) => void}>} */
  const waiting = new Map()
  let sent = 0
  socket.on('message', (/** @type {Buffer} */ data) => {
    const { id, result, error, method, params } = JSON.parse(String(data))
    if (method) return events.emit(method, params)
    if (error) waiting.get(id)?.reject(new Error(error.message))
    else waiting.get(id)?.resolve(result)
    waiting.delete(id)
  })
  socket.on('close', () => {
    for (const { reject } of waiting.values()) reject(new UserError(CLOSED))
    waiting.clear()
  })
  await once(socket, 'open')
  socket.on('error', () => {}) // close follows

  /** @type {Inspector['send']} */
  function send (method, params = {}) {
    return new Promise((resolve, reject) => {
      if (socket.readyState !== WebSocket.OPEN) return reject(new UserError(CLOSED))
      const id = ++sent
      waiting.set(id, { resolve, reject })
      setTimeout(reject, LIMIT, new UserError(SILENT)).unref()
      socket.send(JSON.stringify({ id, method, params }))
    })
  }

  /** @type {Inspector['evaluate']} */
  async function evaluate (expression) {
    const { result, exceptionDetails } = await send('Runtime.evaluate', {
      expression,
      includeCommandLineAPI: true, // it has require
      returnByValue: true
    })
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description)
    return result.value
  }

  async function disconnect () {
    if (socket.readyState === WebSocket.CLOSED) return
    socket.close()
    const timer = setTimeout(() => socket.terminate(), 1000)
    await once(socket, 'close').finally(() => clearTimeout(timer))
  }

  // Node.js crashes if both ends close a connection at the same moment (WsHandler::SendClose frees
  // its handler twice). So this end closes well before the other one does, or not at all.
  async function close () {
    const start = Date.now()
    await evaluate(CLOSE)
    if (Date.now() - start < CLOSE_DELAY / 2) return disconnect()
    if (socket.readyState !== WebSocket.CLOSED) await once(socket, 'close')
  }

  return { close, disconnect, evaluate, events, send }
}

/**
 * Connects to the inspector of a process.
 * @param {number} pid
 * @param {number[]} before ports of the process that are something else (Linux)
 * @returns {Promise<Inspector & {port: number}|undefined>} undefined if it does not listen
 */
async function findInspector (pid, before) {
  const isLinux = process.platform === 'linux' // where the ports are known to be its own
  const ports = isLinux ? portsOf(pid).listening : [PORT]
  for (const port of ports) {
    if (before.includes(port)) continue
    try {
      const inspector = await connectInspector(LOOPBACK, port)
      if (isLinux || await inspector.evaluate('process.pid') === pid) return { ...inspector, port }
      await inspector.disconnect()
    } catch {} // it is something else
  }
}

/**
 * Closes an inspector that this project has opened, as soon as it listens.
 * @param {number} pid
 * @param {number[]} before ports of the process that are something else (Linux)
 * @throws When the process has ended.
 */
async function closeInspector (pid, before) {
  for (const end = Date.now() + CLOSE_LIMIT; Date.now() < end; await sleep(200)) {
    const inspector = await findInspector(pid, before)
    if (inspector) return inspector.close()
  }
}

module.exports = { closeInspector, connectInspector, findInspector, portsOf, END, PORT }
