'use strict'

// The harness's end of the channel to the probes: a socket whose address the processes of a target
// inherit.

/** @import { Listening, Probe } from './types' */

const { EventEmitter, once } = require('node:events')
const net = require('node:net')
const os = require('node:os')
const path = require('node:path')
const { createInterface } = require('node:readline')
const { temporaryFolder } = require('../system/watchdog')

/**
 * Opens the channel. Its `address` is for the environment variable PROBE_CHANNEL. Each process that
 * listens emits `listening`, with what it listens on and its probe.
 */
async function openProbeChannel () {
  const { folder, remove } = temporaryFolder(path.join(os.tmpdir(), 'probe-'))
  const address = process.platform === 'win32'
    ? `\\\\.\\pipe\\${path.basename(folder)}`
    : path.join(folder, 'socket')
  /** @type {EventEmitter<{listening: [Listening, Probe]}>} */
  const events = new EventEmitter()
  const sockets = new Set()
  const server = net.createServer((socket) => {
    sockets.add(socket)
    const probe = createProbe(socket, (listening) => events.emit('listening', listening, probe))
  })
  await once(server.listen(address), 'listening')

  function close () {
    server.close()
    for (const socket of sockets) socket.destroy()
    remove()
  }

  return { address, events, close }
}

function createProbe (socket, onListening) {
  const waiting = new Map() // the questions without an answer
  let asked = 0

  const lines = createInterface({ input: socket })
  socket.on('error', () => {}) // close follows
  lines.on('error', () => {}) // the socket's, in Node.js 20 and later
  lines.on('line', (line) => {
    const { listening, id, answer, error } = JSON.parse(line)
    if (listening) return onListening(listening)
    if (error) waiting.get(id)?.reject(new Error(error))
    else waiting.get(id)?.resolve(answer)
    waiting.delete(id)
  })

  return {
    ask (question) {
      const id = ++asked
      socket.write(`${JSON.stringify({ id, question })}\n`)
      return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }))
    },
    closed: new Promise((resolve) => socket.once('close', resolve))
  }
}

module.exports = { openProbeChannel }
