'use strict'

// An HTTP client that adds nothing of its own (fetch adds Cache-Control to conditional requests).

const http = require('node:http')
const net = require('node:net')
const { hostOf } = require('./loopback')

/**
 * @param {string} url
 * @param {{method?: string, headers?: Record<string, string|string[]>, path?: string, agent?: http.Agent, body?: string}} [options]
 *   `path` is sent as it stands; without an agent, each request has a connection of its own
 * @returns {Promise<{status: number, headers: Record<string, string>, body: Buffer}>}
 */
function request (url, { method = 'GET', headers, path = new URL(url).pathname, agent = false, body } = {}) {
  const { port } = new URL(url)
  return new Promise((resolve, reject) => {
    http.request({ hostname: hostOf(url), port, method, path, headers, agent }, (res) => {
      const chunks = []
      res.on('data', (chunk) => chunks.push(chunk))
      res.on('end', () => resolve({ status: res.statusCode, headers: res.headers, body: Buffer.concat(chunks) }))
      res.on('error', reject)
    }).on('error', reject).end(body)
  })
}

/**
 * Writes bytes to a socket and reads until the server closes it.
 *
 * @param {string} url of the server
 * @param {string} text
 * @returns {Promise<string>}
 */
function sendRaw (url, text) {
  const { port } = new URL(url)
  return new Promise((resolve, reject) => {
    let answer = ''
    net.connect(port, hostOf(url))
      .setEncoding('latin1')
      .on('data', (chunk) => { answer += chunk })
      .on('error', reject)
      .on('close', () => resolve(answer))
      .end(text, 'latin1')
  })
}

module.exports = { sendRaw, request }
