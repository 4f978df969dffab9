'use strict'

// An HTTP client that adds no headers. (fetch adds Cache-Control to conditional requests.)

/** @import { RequestOptions } from 'node:http' */

const { once } = require('node:events')
const http = require('node:http')
const https = require('node:https')
const { buffer } = require('node:stream/consumers')

/**
 * Sends one request, and accepts any certificate.
 * @param {string} url
 * @param {RequestOptions & { body?: string | Buffer, keepAlive?: boolean }} [options]
 */
async function request (url, { body, keepAlive = false, ...options } = {}) {
  const { request } = url.startsWith('https:') ? https : http
  const sent = request(url, {
    agent: keepAlive ? undefined : false,
    rejectUnauthorized: false,
    ...options
  })
  sent.end(body)
  const [response] = await once(sent, 'response')
  sent.on('error', () => {}) // the body fails, too
  return {
    status: response.statusCode,
    headers: response.headers,
    body: await buffer(response)
  }
}

/** @param {Buffer} body to shorten to 200 characters on one line */
function excerpt (body) {
  return body.toString().replaceAll(/\s+/g, ' ').trim().slice(0, 200) || 'no body'
}

module.exports = { excerpt, request }
