'use strict'

// The load as a process of its own, for tools that want a command to run once the server listens.
// LOAD holds its settings and the path as JSON, HOST and PORT what the server listens on.

const { runLoad } = require('./load')
const { inUrl } = require('../system/loopback')

const { LOAD, HOST, PORT } = process.env
const { path, ...load } = JSON.parse(LOAD)
runLoad({ ...load, url: `http://${inUrl(HOST)}:${PORT}${path}` })
