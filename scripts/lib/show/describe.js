'use strict'

// The settings of a measurement, in words.

/** @import { Load, Request } from '../server/types' */

const path = require('node:path')
const { number } = require('../cli/format')

/** @param {Request} request @returns {string[]} what is asked for, if the reader chose it */
function describeRequest ({ path: urlPath, method, body, bodyFile }) {
  if (!urlPath && !method) return []
  const words = [method ?? 'GET']
  if (urlPath) words.push(urlPath)
  if (bodyFile) words.push(`with ${path.basename(bodyFile)}`)
  else if (body) words.push(`with ${number(body.length)} characters`)
  return [words.join(' ')]
}

/** @param {Omit<Load, 'url'>} load @returns {string} its settings */
function describeLoad ({ connections, duration, rate, ...request }) {
  const plural = connections > 1 ? 's' : ''
  const parts = describeRequest(request)
  parts.push(`${number(connections)} connection${plural} for ${duration} s`)
  if (rate) parts.push(`constant ${number(rate)} req/s`)
  return parts.join(', ')
}

module.exports = { describeLoad, describeRequest }
