'use strict'

/** @type {import('node:cluster').Cluster} */
const cluster = /** @type {any} */ (require('node:cluster'))
const http = require('node:http')
const https = require('node:https')
const tls = require('node:tls')

/**
 * @typedef {object} Listening what a process listens on
 * @property {'http'|'https'|'http2'|'tcp'|'socket'} kind `http2`: without HTTP/1; `tcp`: not one of Node.js's own HTTP
 *   servers; `socket`: a UNIX socket or a pipe
 * @property {string} host
 * @property {number} port 0 for a socket
 * @property {boolean} cluster whether the process shares the port with others
 * @property {number} pid
 * @property {string[]} command that started the process
 * @property {string} cwd in which it was started
 */

/** @type {(server: import('node:net').Server, command: string[], cwd: string) => Listening} */
module.exports = function describeServer (server, command, cwd) {
  const address = server.address()
  const { address: host, port } = address && typeof address === 'object' ? address : { address: '', port: 0 }
  return {
    kind: port ? kindOf(server) : 'socket',
    host,
    port,
    cluster: cluster.isWorker || Object.keys(cluster.workers ?? {}).length > 0,
    pid: process.pid,
    command,
    cwd
  }
}

/** @param {import('node:net').Server} server @returns {Listening['kind']} */
function kindOf (server) {
  if (server instanceof http.Server) return 'http'
  if (server instanceof https.Server) return 'https'
  if (!('updateSettings' in server)) return 'tcp' // only servers of node:http2 have it
  const protocols = server instanceof tls.Server && /** @type {any} */ (server).ALPNProtocols
  return protocols && protocols.includes('http/1.1') ? 'https' : 'http2'
}
