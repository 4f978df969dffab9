'use strict'

// Preloaded: counts the server's answers by status.

const { subscribe } = require('node:diagnostics_channel')

const answers = {}

subscribe('http.server.response.finish', ({ response: { statusCode } }) => {
  answers[statusCode] = (answers[statusCode] ?? 0) + 1
})

process.on('message', (request) => {
  if (request === 'answers') process.send(answers)
})
