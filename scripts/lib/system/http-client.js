'use strict'

// An HTTP client that adds no headers. (fetch adds Cache-Control to conditional requests.)

/** @import { RequestOptions, Response } from './types' */

const http = require('node:http')
const https = require('node:https')

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
 * @param {RequestOptions} [options]
 * @returns {Promise<Response>}
 */
function request (url, { method = 'GET', headers, path, agent, body } = {}) {
  const target = new URL(url)
  const { request } = target.protocol === 'https:' ? https : http
  const options = {
    path: path ?? target.pathname + target.search,
    method,
    headers,
    agent: agent ?? false,
    rejectUnauthorized: false
  }
  return new Promise((resolve, reject) => {
    const sent = request(target, options, (res) => {
      const { statusCode: status = 0, headers } = res
      /** @type {Buffer[]} */
      const chunks = []
      res.on('data', (chunk) => chunks.push(chunk))
      res.on('end', () => resolve({ status, headers, body: Buffer.concat(chunks) }))
      res.on('error', reject)
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

/**
 * Shortens a body to 200 characters on one line.
 * @param {Buffer} body
 */
function excerpt (body) {
  return body.toString().replaceAll(/\s+/g, ' ').trim().slice(0, 200) || 'no body'
}

module.exports = { createAgent, excerpt, request }
