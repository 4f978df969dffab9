'use strict'

// The load as a process of its own, for tools that want a command to run once the server listens.
// LOAD holds its settings and the path as JSON, PORT the server's port.

const { fire } = require('./load')

const { LOAD, PORT } = process.env
const { path, ...load } = JSON.parse(LOAD)
fire({ ...load, url: `http://127.0.0.1:${PORT}${path}` })
