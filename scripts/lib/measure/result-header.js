'use strict'

const { environment } = require('../system/environment')

const SCHEMA = 2 // version of the shape of all results

/**
 * @template T
 * @param {T} fields what was measured: `kind` and the like
 * @returns {{schema: number, startedAt: string, environment: import('../system/environment').Environment} & T} how every
 *   result begins; `startedAt` is ISO 8601, UTC
 */
const resultHeader = (fields) => ({ schema: SCHEMA, ...fields, startedAt: new Date().toISOString(), environment: environment() })

module.exports = { resultHeader, SCHEMA }
