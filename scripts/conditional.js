'use strict'

// make conditional: what conditional requests promise, held against generated histories.

require('./lib/cli/node-version')
const lib = require('../test/reliability/conditional')
const { proof } = require('../test/reliability/report')

proof({
  kind: 'conditional',
  summary: `Plays generated histories of requests, minutes and restarts on ${Object.keys(lib.KNOWN).join(', ')}: equal tags must mean equal bytes, and a 304 a current copy. The faults of the others must be found.`,
  flags: {
    histories: { type: 'integer', min: 5, max: 100_000, default: 100, help: 'for each server' },
    seed: { type: 'integer', default: 1, help: 'the same seed, the same histories' }
  }
}, lib, ({ values: { histories, seed }, ...options }) => lib.conditional(Object.keys(lib.KNOWN), { histories, seed }, options))
