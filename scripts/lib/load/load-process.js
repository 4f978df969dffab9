'use strict'

// A load as a process of its own, for Clinic, which runs a command once the server listens. LOAD
// has its settings as JSON; HOST and PORT say where the server listens, unless the settings have
// the port to load.

const { once } = require('node:events')
const fs = require('node:fs')
const net = require('node:net')
const { setTimeout: sleep } = require('node:timers/promises')
const { sendLoad } = require('./load')

const TRIES = 100
const PAUSE = 50 // ms

// The server may open another port first.
/** @param {string} host @param {number} port */
async function untilListening (host, port) {
  for (let tries = 1; ; tries++) {
    const socket = net.connect(port, host)
    try {
      return await once(socket, 'connect')
    } catch (err) {
      if (tries === TRIES) throw err
      await sleep(PAUSE)
    } finally {
      socket.destroy()
    }
  }
}

async function main () {
  const { LOAD = '', HOST = '', PORT } = process.env
  const { url, listen, ...load } = JSON.parse(LOAD)
  if (load.bodyFile) load.body = fs.readFileSync(load.bodyFile)
  const loaded = new URL(url)
  loaded.hostname = HOST.includes(':') ? `[${HOST}]` : HOST
  loaded.port = listen ?? PORT
  if (listen) await untilListening(HOST, listen)
  await sendLoad({ ...load, url: loaded.href })
}

main()
