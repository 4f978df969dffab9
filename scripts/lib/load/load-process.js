'use strict'

// A load as a process of its own, for Clinic, which runs a command once the server listens. LOAD
// has its settings as JSON; HOST and PORT say where the server listens, unless the settings have
// the port to load.

const fs = require('node:fs')
const { setTimeout: sleep } = require('node:timers/promises')
const { connectOnce, urlHost } = require('../server/network')
const { runLoad } = require('./load')

const TRIES = 100
const PAUSE = 50 // ms

// The server may open another port first.
async function untilListening (host, port) {
  for (let tries = 1; ; tries++) {
    try {
      return await connectOnce(host, port)
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
  const { protocol, pathname, search } = new URL(url)
  if (listen) await untilListening(HOST, listen)
  const origin = `${protocol}//${urlHost(HOST)}:${listen ?? PORT}`
  await runLoad({ ...load, url: `${origin}${pathname}${search}` })
}

main()
