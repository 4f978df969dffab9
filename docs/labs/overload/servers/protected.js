'use strict'

// The stage slow, with its fault, behind load shedding: it answers 503 while the event-loop delay
// is above 42 ms.

const protect = require('overload-protection')
const server = require('../../../../slow')

server.pre(protect('restify', { maxEventLoopDelay: 42, clientRetrySecs: 1, production: true }))

module.exports = server
