'use strict'

// Answers `answers` with the number of the server's answers by status.

const { subscribe } = require('node:diagnostics_channel')
const { answers } = require('../../../scripts/lib/server/probe/probe')

const statuses = {}

subscribe('http.server.response.finish', ({ response: { statusCode } }) => {
  statuses[statusCode] = (statuses[statusCode] ?? 0) + 1
})

answers.answers = () => statuses
