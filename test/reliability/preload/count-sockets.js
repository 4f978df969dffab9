'use strict'

// Answers `sockets` with the number of sockets that the server holds. The environment variable
// TIMEOUTS (JSON) sets options of http.createServer.

const http = require('node:http')
const { answers } = require('../../../scripts/lib/server/probe/probe')

const { TIMEOUTS } = process.env
const { createServer } = http

if (TIMEOUTS) {
  const timeouts = JSON.parse(TIMEOUTS)
  http.createServer = (...args) =>
    createServer(timeouts, args.find((arg) => typeof arg === 'function'))
}

answers.sockets = () => {
  const resources = process.getActiveResourcesInfo()
  return resources.filter((kind) => kind === 'TCPSocketWrap').length
}
