'use strict'

/** @import { Listening } from './types' */

const cluster = /** @type {any} */ (require('node:cluster'))
const http = require('node:http')
const https = require('node:https')
const tls = require('node:tls')

/** @param {import('node:net').Server} server that listens @returns {Listening} */
module.exports = function describeServer (server) {
  const address = server.address()
  const isSocket = !address || typeof address === 'string'
  return {
    kind: isSocket ? 'socket' : kindOf(server),
    host: isSocket ? '' : address.address,
    port: isSocket ? 0 : address.port,
    cluster: cluster.isWorker || Object.keys(cluster.workers ?? {}).length > 0,
    pid: process.pid
  }
}

function kindOf (server) {
  if (server instanceof http.Server) return 'http'
  if (server instanceof https.Server) return 'https'
  const isHttp2 = 'updateSettings' in server // only servers of node:http2 have it
  if (!isHttp2) return 'tcp'
  const isSecure = server instanceof tls.Server
  return isSecure && protocolsOf(server)?.includes('http/1.1') ? 'https' : 'http2'
}

function protocolsOf (server) {
  return server.ALPNProtocols
}
