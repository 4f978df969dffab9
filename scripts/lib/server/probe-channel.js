'use strict'

// The harness's end of the channel to the probes.

/** @import { CreateProbe } from './types' */

const { EventEmitter, once } = require('node:events')
const net = require('node:net')
const os = require('node:os')
const path = require('node:path')
const { UserError, asError } = require('../cli/errors')
const { temporaryFolder } = require('./process')

/**
 * Opens the channel; its `address` is for PROBE_CHANNEL in the environment. For each process that
 * listens, `events` emits `listening`: what it listens on, and its probe.
 */
async function openProbeChannel () {
  // Only this user can enter the folder, and so connect.
  const { folder, remove } = temporaryFolder(path.join(os.tmpdir(), 'probe-'))
  const address = process.platform === 'win32'
    ? `\\\\.\\pipe\\${path.basename(folder)}`
    : path.join(folder, 'socket')
  const events = new EventEmitter()
  const sockets = new Set()
  const server = net.createServer((socket) => {
    sockets.add(socket)
    const probe = createProbe(socket, (listening) => events.emit('listening', listening, probe))
  })
  try {
    await once(server.listen(address), 'listening')
  } catch (err) {
    remove()
    const { code } = asError(err)
    throw new UserError(`cannot make a socket in ${folder} (${code}): set TMPDIR to a shorter path`)
  }
  return {
    address,
    events,
    close () {
      server.close()
      for (const socket of sockets) socket.destroy()
      remove()
    }
  }
}

/** @type {CreateProbe} */
function createProbe (socket, onListening) {
  const answers = new EventEmitter()
  let asked = 0
  let partial = '' // line
  socket.on('error', () => {}) // close follows
  // Not node:readline: for it, U+2028 ends a line, which JSON does not escape.
  socket.setEncoding('utf8').on('data', (text) => {
    partial += text
    if (!text.includes('\n')) return
    const lines = partial.split('\n')
    partial = lines.pop() ?? ''
    lines.forEach(receive)
  })

  /** @param {string} line */
  function receive (line) {
    const { listening, id, answer, error } = JSON.parse(line)
    if (listening) onListening(listening)
    else answers.emit(id, answer, error)
  }

  return {
    async ask (question, argument) {
      const id = String(++asked)
      socket.write(`${JSON.stringify({ id, question, argument })}\n`)
      const [answer, error] = await once(answers, id)
      if (error) throw new Error(error)
      return answer
    },
    closed: new Promise((resolve) => socket.once('close', resolve))
  }
}

module.exports = { openProbeChannel }
