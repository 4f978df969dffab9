'use strict'

// make abuse STAGE=optimized: what a server does with requests that nobody should send.

require('./lib/cli/node-version')
const lib = require('../test/reliability/fuzz')
const { proof } = require('../test/reliability/report')

proof({
  kind: 'abuse',
  summary: 'Sends generated malformed and odd requests over raw sockets, and a good one after each fifty: the process must live, the good one be answered, and every answer be HTTP.',
  flags: {
    stage: { type: 'string', default: 'optimized', help: 'the server to abuse; live: the live page\'s' },
    attacks: { type: 'integer', min: 50, max: 1e6, default: 10_000, help: 'how many' },
    seed: { type: 'integer', default: 1, help: 'the same seed, the same requests' }
  }
}, lib, ({ values: { stage, attacks, seed }, ...options }) => lib.abuse(lib.fuzzTarget(stage), { attacks, seed }, options))
