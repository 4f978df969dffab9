'use strict'

// make soak STAGE=optimized: a million requests, and not one answer taken on trust.

require('./lib/cli/node-version')
const { findTarget } = require('./lib/measure/targets')
const { proof } = require('../test/reliability/report')
const lib = require('../test/reliability/soak')

proof({
  kind: 'soak',
  summary: 'Sends many requests, a tenth of them conditional, compares every body, holds every tag against its bytes, and watches the memory, while ten minutes turn on the server\'s clock.',
  flags: {
    stage: { type: 'string', default: 'optimized', help: 'optimized or fast' },
    requests: { type: 'integer', min: 20_000, max: 1e9, default: 1e6, help: 'in all' },
    connections: { type: 'integer', min: 1, max: 1000, default: 50, help: 'at once' }
  }
}, lib, ({ values: { stage, requests, connections }, ...options }) => lib.soak(findTarget(stage), { requests, connections }, options))
