'use strict'

const { once } = require('node:events')
const net = require('node:net')

const FIRST = 20_000 // below those that systems give to servers and clients
const COUNT = 10_000
const given = new Set()

/** Finds a port that is free. It gives none twice, and no system gives it to another program. */
async function findFreePort () {
  for (;;) {
    const port = FIRST + Math.floor(COUNT * Math.random()) // workers may take the next ones
    if (given.has(port)) continue
    given.add(port)
    const server = net.createServer().listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(() => true, () => false)
    if (!isFree) continue
    server.close()
    await once(server, 'close')
    return port
  }
}

module.exports = { findFreePort }
