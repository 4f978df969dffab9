'use strict'

// Preloaded with --require: answers the message 'answers' with the number of the server's answers by status.

const { subscribe } = require('node:diagnostics_channel')

/** @type {Record<number, number>} */
const answers = {}

subscribe('http.server.response.finish', (message) => {
  const { response: { statusCode } } = /** @type {{response: import('node:http').ServerResponse}} */ (message)
  answers[statusCode] = (answers[statusCode] ?? 0) + 1
})

process.on('message', (request) => {
  if (request === 'answers') process.send?.(answers)
})
