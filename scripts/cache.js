'use strict'

// make cache: nginx as a cache before optimized, across minutes and a restart.

require('./lib/cli/node-version')
const lib = require('../test/reliability/cache')
const { proof } = require('../test/reliability/report')

proof({
  kind: 'cache',
  summary: 'Puts nginx as a cache before optimized for five minutes and a restart: hits, revalidations and misses must add up, and no copy be older than it may.',
  flags: {
    minute: { type: 'integer', min: 3, max: 60, default: 60, help: 'seconds that a minute lasts on the server\'s clock' }
  }
}, lib, ({ values: { minute }, ...options }) => lib.cache({ minute }, options))
