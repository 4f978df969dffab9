'use strict'

// An HTTP client that adds no headers of its own. (fetch adds Cache-Control to conditional requests.)

const http = require('node:http')
const https = require('node:https')
const { hostOf } = require('./network')

/**
 * @typedef {object} RequestOptions
 * @property {string} [method]
 * @property {http.OutgoingHttpHeaders} [headers]
 * @property {string} [path] is sent unchanged; the default is that of the URL, with its query
 * @property {http.Agent} [agent] without one, each request opens a connection
 * @property {string} [body]
 */

/** @typedef {{status: number, headers: http.IncomingHttpHeaders, body: Buffer}} Response */

/** @type {(url: string) => http.Agent} one connection that is kept open */
const createAgent = (url) =>
  new (url.startsWith('https:') ? https : http).Agent({ keepAlive: true, maxSockets: 1 })

/** @type {(url: string, options?: RequestOptions) => Promise<Response>} any certificate is accepted */
function request (url, { method = 'GET', headers, path, agent, body } = {}) {
  const { port, pathname, search, protocol } = new URL(url)
  const { request } = protocol === 'https:' ? https : http
  const target = { hostname: hostOf(url), port, path: path ?? pathname + search }
  return new Promise((resolve, reject) => {
    request({ ...target, method, headers, agent: agent ?? false, rejectUnauthorized: false }, (res) => {
      /** @type {Buffer[]} */
      const chunks = []
      res.on('data', (chunk) => chunks.push(chunk))
      const { statusCode: status = 0, headers } = res
      res.on('end', () => resolve({ status, headers, body: Buffer.concat(chunks) }))
      res.on('error', reject)
    }).on('error', reject).end(body)
  })
}

/** @param {Buffer} body @returns {string} its first 200 characters, on one line */
const excerpt = (body) => body.toString().replaceAll(/\s+/g, ' ').trim().slice(0, 200) || 'no body'

module.exports = { createAgent, excerpt, request }
