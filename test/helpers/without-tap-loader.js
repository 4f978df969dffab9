'use strict'

// tap loads itself into every child process, through NODE_OPTIONS. What is measured here shall be what users run.

require('process-on-spawn').addListener((spawned) => {
  const { NODE_OPTIONS, ...env } = spawned.env
  spawned.env = env
})
