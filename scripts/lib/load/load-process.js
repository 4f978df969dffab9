'use strict'

// A load as a process of its own, for Clinic, which runs a command once the server listens. LOAD
// has its settings as JSON; HOST and PORT say where the server listens, unless the settings have
// the port to load.

const fs = require('node:fs')
const { setTimeout: sleep } = require('node:timers/promises')
const { connectOnce } = require('../server/server')
const { sendLoad } = require('./load')

const TRIES = 100
const PAUSE = 50 // ms

// The server may open another port first.
/** @param {URL} url */
async function untilListening (url) {
  for (let tries = 1; ; tries++) {
    try {
      return await connectOnce(url)
    } catch (err) {
      if (tries === TRIES) throw err
      await sleep(PAUSE)
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
  if (listen) await untilListening(loaded)
  await sendLoad({ ...load, url: loaded.href })
}

main()
