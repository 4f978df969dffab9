'use strict'

// An HTTP client that adds no headers. (fetch adds Cache-Control to conditional requests.)

const { once } = require('node:events')
const http = require('node:http')
const https = require('node:https')
const { buffer } = require('node:stream/consumers')

/**
 * Keeps one connection to a server open.
 * @param {string} url
 */
function createAgent (url) {
  const { Agent } = url.startsWith('https:') ? https : http
  return new Agent({ keepAlive: true, maxSockets: 1 })
}

/**
 * Sends one request. Any certificate is accepted.
 * @param {string} url
 * @param {import('node:http').RequestOptions & { body?: string | Buffer }} [options]
 */
async function request (url, { body, ...options } = {}) {
  const { request } = url.startsWith('https:') ? https : http
  const sent = request(url, { agent: false, rejectUnauthorized: false, ...options })
  sent.end(body)
  const [response] = await once(sent, 'response')
  sent.on('error', () => {}) // the body fails, too
  return {
    status: response.statusCode,
    headers: response.headers,
    body: await buffer(response)
  }
}

/**
 * Shortens a body to 200 characters on one line.
 * @param {Buffer} body
 */
function excerpt (body) {
  return body.toString().replaceAll(/\s+/g, ' ').trim().slice(0, 200) || 'no body'
}

module.exports = { createAgent, excerpt, request }
