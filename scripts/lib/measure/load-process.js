'use strict'

// A load as a process of its own, for tools that run a command once the server listens. The environment variable LOAD
// has its settings and the path as JSON; HOST and PORT say where the server listens.

const { urlHost } = require('../system/network')
const { runLoad } = require('./load')

const { LOAD = '', HOST = '', PORT } = process.env
const { path, ...load } = JSON.parse(LOAD)
runLoad({ ...load, url: `http://${urlHost(HOST)}:${PORT}${path}` })
