'use strict'

// A load as a process of its own, for tools that run a command once the server listens. The environment variable LOAD
// has its settings as JSON, with a URL whose port is another; HOST and PORT say where the server listens.

const { urlHost } = require('../system/network')
const { runLoad } = require('./load')

const { LOAD = '', HOST = '', PORT } = process.env
const { url, ...load } = JSON.parse(LOAD)
const { protocol, pathname, search } = new URL(url)
runLoad({ ...load, url: `${protocol}//${urlHost(HOST)}:${PORT}${pathname}${search}` })
