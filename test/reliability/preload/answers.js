'use strict'

// What the checks ask a server: its heap, its answers and its sockets.

const { subscribe } = require('node:diagnostics_channel')
const http = require('node:http')
const { answers } = require('../../../scripts/lib/server/probe/probe')

const { TIMEOUTS } = process.env // options of http.createServer, as JSON
const { createServer } = http
const statuses = {}

if (TIMEOUTS) {
  http.createServer = (...args) => createServer(JSON.parse(TIMEOUTS), args.at(-1))
}

subscribe('http.server.response.finish', ({ response: { statusCode } }) => {
  statuses[statusCode] = (statuses[statusCode] ?? 0) + 1
})

/** The bytes in use, after a collection: it needs --expose-gc. */
answers.heap = () => {
  globalThis.gc()
  return process.memoryUsage().heapUsed
}

/** The number of answers by status. */
answers.statuses = () => statuses

/** The number of sockets that the server holds. */
answers.sockets = () => {
  const resources = process.getActiveResourcesInfo()
  return resources.filter((kind) => kind === 'TCPSocketWrap').length
}
