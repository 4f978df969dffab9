'use strict'

// tap preloads its own modules into every process that a test starts, by NODE_OPTIONS. This file
// stops that: commands and servers then run as they do for users, and start faster.

const LOADER = /"--import=[^"]*@tapjs[^"]*"/g

require('process-on-spawn').addListener((spawned) => {
  const { NODE_OPTIONS = '', ...env } = spawned.env
  const others = NODE_OPTIONS.replaceAll(LOADER, '').trim()
  spawned.env = others ? { ...env, NODE_OPTIONS: others } : env
})
