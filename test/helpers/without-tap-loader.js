'use strict'

// tap preloads its own modules into every process that a test starts, by NODE_OPTIONS, and silences
// the warnings of Node.js 26. This file stops that: commands and servers then run as they do for
// users, and start faster.

const TAP_OPTIONS = /"--import=[^"]*@tapjs[^"]*"|--no-warnings/g

require('process-on-spawn').addListener((spawned) => {
  const { NODE_OPTIONS = '', ...env } = spawned.env
  const others = NODE_OPTIONS.replaceAll(TAP_OPTIONS, '').trim()
  spawned.env = others ? { ...env, NODE_OPTIONS: others } : env
})
