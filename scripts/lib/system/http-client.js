'use strict'

// An HTTP client that adds no headers of its own. (fetch adds Cache-Control to conditional requests.)

const http = require('node:http')
const { hostOf } = require('./network')

/**
 * @typedef {object} RequestOptions
 * @property {string} [method]
 * @property {http.OutgoingHttpHeaders} [headers]
 * @property {string} [path] is sent unchanged; the default is the URL's path, without its query
 * @property {http.Agent} [agent] without one, each request opens a connection
 * @property {string} [body]
 */

/** @typedef {{status: number, headers: http.IncomingHttpHeaders, body: Buffer}} Response */

/** @type {(url: string, options?: RequestOptions) => Promise<Response>} */
function request (url, { method = 'GET', headers, path = new URL(url).pathname, agent, body } = {}) {
  const { port } = new URL(url)
  return new Promise((resolve, reject) => {
    http.request({ hostname: hostOf(url), port, method, path, headers, agent: agent ?? false }, (res) => {
      /** @type {Buffer[]} */
      const chunks = []
      res.on('data', (chunk) => chunks.push(chunk))
      const { statusCode: status = 0, headers } = res
      res.on('end', () => resolve({ status, headers, body: Buffer.concat(chunks) }))
      res.on('error', reject)
    }).on('error', reject).end(body)
  })
}

module.exports = { request }
