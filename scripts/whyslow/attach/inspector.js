'use strict'

// https://nodejs.org/en/learn/getting-started/debugging

/** @import { ListeningSocket, OpenedInspector } from '../types' */

const { once } = require('node:events')
const fs = require('node:fs')
const http = require('node:http')
const { json } = require('node:stream/consumers')
const { setTimeout: sleep } = require('node:timers/promises')
const WebSocket = require('ws')
const { UserError, asError } = require('../util/errors')
const { createEvaluation } = require('./evaluate')
const { addressOf, portsOf, LOOPBACK } = require('./ports')
const { startProtocol } = require('./protocol')

// All addresses of this machine: an inspector refuses requests to these.
/** @type {Record<string, string>} */
const ANY = { '0.0.0.0': LOOPBACK, '::': '::1' }
const CONNECT_LIMIT = 2000 // ms
const DISCONNECT_LIMIT = 1000 // ms
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

/** @param {string} host @param {number} port @throws {UserError} When no inspector answers. */
async function connectInspector (host, port) {
  const address = addressOf(host, port)
  const socket = await openSocket(address)
  const { closed, ending, events, send } = startProtocol(socket, address)
  const { callOn, evaluate, evaluateObject } = createEvaluation({ ending, send }, address)
  return {
    callOn, // an object, by its id: a function, whose answer is copied
    close, // the inspector, and with it the connection
    disconnect,
    ending, // of the process; its reason is an error for the user
    evaluate, // an expression in the process, at once; its value is copied
    evaluateObject, // the same when nothing else runs; gives the id of the object
    events, // of the protocol, by method
    send
  }

  // Node.js crashes if both ends close a connection at the same moment (WsHandler::SendClose frees
  // its handler twice). So this end closes well before the other one does, or not at all.
  async function close () {
    if (ending.aborted) return disconnect()
    const asked = Date.now()
    await evaluate(CLOSE)
    if (Date.now() - asked < CLOSE_DELAY / 2) return disconnect()
    await waitUntilClosed(CLOSE_LIMIT) // an event loop that is blocked never closes it
  }

  async function disconnect () {
    socket.close()
    await waitUntilClosed(DISCONNECT_LIMIT)
  }

  /** @param {number} limit */
  async function waitUntilClosed (limit) {
    const timer = setTimeout(() => socket.terminate(), limit)
    await closed
    clearTimeout(timer)
  }
}

/** @param {string} address */
async function openSocket (address) {
  try {
    const socket = new WebSocket(await findPage(address), {
      perMessageDeflate: false,
      handshakeTimeout: CONNECT_LIMIT
    })
    await once(socket, 'open')
    return socket
  } catch (err) {
    throw new UserError(`no inspector answers at ${address} (${asError(err).message}): ` +
      'kill -USR1 PID opens the inspector of a process')
  }
}

/** @param {string} address @returns {Promise<string>} its URL @throws If it is none. */
async function findPage (address) {
  const signal = AbortSignal.timeout(CONNECT_LIMIT)
  const request = http.get(`http://${address}/json/list`, { agent: false, signal })
  const [response] = await once(request, 'response')
  const [{ id }] = /** @type {{ id: string }[]} */ (await json(response))
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
