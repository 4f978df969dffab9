'use strict'

// tap preloads its own modules into every process that a test starts, by NODE_OPTIONS. Require this file to stop that:
// commands and servers then run as they do for users, and start faster.

require('process-on-spawn').addListener((spawned) => {
  const { NODE_OPTIONS = '', ...env } = spawned.env
  const own = NODE_OPTIONS.replaceAll(/"?--import=\S*@tapjs[^\s"]*"?/g, '').trim() // such as the probe of a command
  spawned.env = own ? { ...env, NODE_OPTIONS: own } : env
})
