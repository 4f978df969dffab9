'use strict'

// The harness's end of the channel to the probes: a socket whose address the processes of a target inherit.

const { EventEmitter, once } = require('node:events')
const net = require('node:net')
const os = require('node:os')
const path = require('node:path')
const { temporaryFolder } = require('../system/watchdog')

/**
 * @typedef {import('../preload/describe-server').Listening} Listening
 * @typedef {{ask: (request: string) => Promise<any>, closed: Promise<unknown>}} Probe in one process; an answer never
 *   comes if the process ends before it
 * @typedef {object} ProbeChannel
 * @property {string} address for the environment variable PROBE_CHANNEL
 * @property {EventEmitter<{listening: [Listening, Probe]}>} events
 * @property {() => void} close
 */

/** @returns {Promise<ProbeChannel>} */
async function openProbeChannel () {
  const { folder, remove } = temporaryFolder(path.join(os.tmpdir(), 'probe-'))
  const address = process.platform === 'win32'
    ? `\\\\.\\pipe\\${path.basename(folder)}`
    : path.join(folder, 'socket')
  /** @type {ProbeChannel['events']} */
  const events = new EventEmitter()
  /** @type {Set<net.Socket>} */
  const sockets = new Set()
  const server = net.createServer((socket) => {
    sockets.add(socket)
    serveProbe(socket, events)
  })
  await once(server.listen(address), 'listening')
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

/** @param {net.Socket} socket @param {ProbeChannel['events']} events */
function serveProbe (socket, events) {
  /** @type {Map<number, (answer: any) => void>} */
  const waiting = new Map()
  let asked = 0
  /** @type {Probe} */
  const probe = {
    ask: (request) => new Promise((resolve) => {
      waiting.set(++asked, resolve)
      socket.write(`${JSON.stringify({ id: asked, request })}\n`)
    }),
    closed: new Promise((resolve) => socket.once('close', resolve))
  }
  let rest = ''
  socket.setEncoding('utf8').on('error', () => {}) // close follows
  socket.on('data', (text) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const { listening, id, answer } = JSON.parse(line)
      if (listening) events.emit('listening', listening, probe)
      waiting.get(id)?.(answer)
      waiting.delete(id)
    }
  })
}

module.exports = { openProbeChannel }
