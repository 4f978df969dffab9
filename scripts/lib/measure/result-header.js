'use strict'

const { environment } = require('../system/environment')

const SCHEMA = 2 // version of the shape of all results

/** @typedef {{schema: number, startedAt: string, environment: import('../system/environment').Environment}} Header */

/** @type {<T>(fields: T) => Header & T} with what every result begins; the fields, such as `kind`: what is measured */
const resultHeader = (fields) =>
  ({ schema: SCHEMA, ...fields, startedAt: new Date().toISOString(), environment: environment() })

/** @type {<T extends {headers?: Record<string, string>}>(load: T) => T} to save: headers may carry tokens */
const withoutSecrets = ({ headers, ...load }) => /** @type {any} */ (headers
  ? { ...load, headers: Object.fromEntries(Object.keys(headers).map((name) => [name, '…'])) }
  : load)

module.exports = { resultHeader, withoutSecrets, SCHEMA }
