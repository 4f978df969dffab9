'use strict'

// Preloaded with --require: answers 'answers' with the number of the server's answers by status.

const { subscribe } = require('node:diagnostics_channel')
const { answers } = require('../../../scripts/lib/preload/probe')

/** @type {Record<number, number>} */
const statuses = {}

subscribe('http.server.response.finish', (message) => {
  const { response: { statusCode } } = /** @type {{response: import('node:http').ServerResponse}} */ (message)
  statuses[statusCode] = (statuses[statusCode] ?? 0) + 1
})

answers.answers = () => statuses
