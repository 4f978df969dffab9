'use strict'

const { once } = require('node:events')
const http = require('node:http')

/** Starts a server in this process, which ends with the test. */
async function listen (t, handler) {
  const server = http.createServer(handler).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  const host = `127.0.0.1:${server.address().port}`
  return { server, host, url: `http://${host}/` }
}

module.exports = { listen }
