'use strict'

const { environment } = require('../system/environment')

const SCHEMA = 2 // version of the shape of all results

/**
 * The fields with which every result begins.
 *
 * @template T
 * @param {T} fields such as `kind`: what is measured
 * @returns {{schema: number, startedAt: string, environment: import('../system/environment').Environment} & T}
 *   `startedAt` is ISO 8601, UTC
 */
const resultHeader = (fields) =>
  ({ schema: SCHEMA, ...fields, startedAt: new Date().toISOString(), environment: environment() })

module.exports = { resultHeader, SCHEMA }
