'use strict'

// Preloaded: tells how many sockets the server holds; and where TIMEOUTS says so, gives it other timeouts.

const http = require('node:http')

const { TIMEOUTS } = process.env
const { createServer } = http

if (TIMEOUTS) {
  const timeouts = JSON.parse(TIMEOUTS)
  http.createServer = (...args) => createServer(timeouts, ...args.filter((arg) => typeof arg === 'function'))
}

process.on('message', (request) => {
  if (request === 'sockets') process.send(process.getActiveResourcesInfo().filter((kind) => kind === 'TCPSocketWrap').length)
})
