'use strict'

const { environment } = require('../system/environment')

const SCHEMA = 2 // version of the shape of all results

/** @typedef {{schema: number, startedAt: string, environment: import('../system/environment').Environment}} Header */

/** @type {<T>(fields: T) => Header & T} with what every result begins; the fields, such as `kind`: what is measured */
const resultHeader = (fields) =>
  ({ schema: SCHEMA, ...fields, startedAt: new Date().toISOString(), environment: environment() })

module.exports = { resultHeader, SCHEMA }
