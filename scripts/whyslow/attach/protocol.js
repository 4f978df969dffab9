'use strict'

// https://chromedevtools.github.io/devtools-protocol/

const { EventEmitter, once } = require('node:events')
const { abortable } = require('../util/abortable')
const { UserError } = require('../util/errors')

const ANSWER_LIMIT = 60_000 // ms
const LAST_WORDS = 500 // ms in which a process that exits is still asked
const EXITING = 'the process has ended'
const NO_CONTEXT = /^Cannot find (default execution )?context/ // in a process that exits
const CLOSED = 'the process has ended, or another program has closed its inspector'
const SILENT = `the process has not answered for ${ANSWER_LIMIT / 1000} s: ` +
  'its event loop is blocked in native code, or a debugger has paused it'

/**
 * Sends questions to an inspector, and emits its events.
 * @param {import('ws').WebSocket} socket that is open
 * @param {string} address
 */
function startProtocol (socket, address) {
  const events = new EventEmitter() // also the answers, by the ids of their questions
  const over = new AbortController()
  const ending = new AbortController() // aborted as soon as the process is known to exit
  let sent = 0
  const closed = new Promise((resolve) => socket.once('close', resolve))
  closed.then(() => {
    ending.abort(new UserError(CLOSED))
    over.abort(new UserError(CLOSED))
  })
  socket.on('error', () => {}) // close follows
  socket.on('message', (data) => {
    try {
      receive(data)
    } catch (err) {
      over.abort(err)
    }
  })
  // Without this, a process that exits waits until its debuggers have disconnected.
  events.once('NodeRuntime.waitingForDisconnect', () => {
    ending.abort(new UserError(EXITING))
    setTimeout(() => socket.terminate(), LAST_WORDS).unref()
  })
  send('NodeRuntime.notifyWhenWaitingForDisconnect', { enabled: true }).catch(() => {})
  return { closed, ending: ending.signal, events, send }

  /** @param {unknown} data */
  function receive (data) {
    const { id, method = id, params, ...answer } = readMessage(data, address)
    events.emit(String(method), params ?? answer)
  }

  /** @param {string} method */
  async function send (method, params = {}) {
    over.signal.throwIfAborted()
    const id = ++sent
    const answered = once(events, String(id))
    socket.send(JSON.stringify({ id, method, params }))
    const timer = setTimeout(() => over.abort(new UserError(SILENT)), ANSWER_LIMIT)
    try {
      const [{ result, error }] = await abortable(answered, over.signal)
      if (NO_CONTEXT.test(error?.message)) {
        ending.abort(new UserError(EXITING)) // the event may come later
        throw new UserError(EXITING)
      }
      if (error) throw new UserError(`${method} failed at ${address}: ${error.message}`)
      return result
    } finally {
      clearTimeout(timer)
    }
  }
}

/** @param {unknown} data @param {string} address */
function readMessage (data, address) {
  try {
    return Object(JSON.parse(String(data)))
  } catch {
    throw new UserError(`${address} answers, but is no inspector`)
  }
}

module.exports = { startProtocol }
