'use strict'

const { once } = require('node:events')
const net = require('node:net')

/** Finds a port that was free a moment ago. */
async function findFreePort () {
  const server = net.createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
}

module.exports = { findFreePort }
