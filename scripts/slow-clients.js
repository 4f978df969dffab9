'use strict'

// make slow-clients STAGE=optimized: clients that are slow on purpose, and others beside them.

require('./lib/cli/node-version')
const { findTarget } = require('./lib/measure/targets')
const { proof } = require('../test/reliability/report')
const lib = require('../test/reliability/slow-clients')

proof({
  kind: 'slow-clients',
  summary: 'Attacks a stage with clients that are slow on purpose (slowhttptest), asks it beside them, and sees when it lets them go.',
  flags: {
    stage: { type: 'string', default: 'optimized', help: 'slow, fast or optimized' },
    connections: { type: 'integer', min: 10, max: 1000, default: 500, help: 'slow clients at once, in each of four attacks' },
    seconds: { type: 'integer', min: 5, max: 3600, default: 360, help: 'how long' },
    hurry: { type: 'integer', min: 1, max: 60, default: 1, help: 'divide the timeouts of Node.js by this, for those who do not want to wait' }
  }
}, lib, ({ values: { stage, connections, seconds, hurry }, ...options }) => lib.slowClients(findTarget(stage), { connections, seconds, hurry }, options))
