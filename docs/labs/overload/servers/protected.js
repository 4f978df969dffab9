'use strict'

// The stage slow, with its fault, and a doorkeeper before all else: 503 while the event loop is more than 42 ms late.

const protect = require('overload-protection')
const server = require('../../../../slow')

server.pre(protect('restify', { maxEventLoopDelay: 42, clientRetrySecs: 1, production: true }))

module.exports = server
