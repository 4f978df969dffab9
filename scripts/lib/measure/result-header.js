'use strict'

/** @import { Header, Request } from './types' */

const { environment } = require('../system/environment')

const SCHEMA = 2 // version of the shape of all results

/**
 * @template {{kind: string}} T
 * @param {T} fields the kind, and what is measured
 * @returns {Header & T}
 */
function resultHeader (fields) {
  return {
    schema: SCHEMA,
    ...fields,
    startedAt: new Date().toISOString(),
    environment: environment()
  }
}

/**
 * Hides the values of headers, which may carry tokens, and what a file has.
 * @template {Request} T
 * @param {T} load
 * @returns {T}
 */
function withoutSecrets (load) {
  const saved = { ...load }
  if (saved.bodyFile) delete saved.body
  if (saved.headers) {
    saved.headers = Object.fromEntries(Object.keys(saved.headers).map((name) => [name, '…']))
  }
  return saved
}

module.exports = { resultHeader, withoutSecrets, SCHEMA }
