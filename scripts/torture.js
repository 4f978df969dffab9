'use strict'

// make torture: each command of the harness killed at random moments, again and again, in a copy of the project.

require('./lib/cli/node-version')
const { proof } = require('../test/reliability/report')
const { COMMANDS } = require('../test/reliability/crash')
const lib = require('../test/reliability/crash-test')

proof({
  kind: 'torture',
  takes: '[command]',
  summary: `Kills ${Object.keys(COMMANDS).join(', ')}, or the server or the load generator in it, at random moments, and looks for what is left. Linux only.`,
  flags: {
    tries: { type: 'integer', min: 1, max: 10_000, default: 50, help: 'how often each command is struck' },
    seed: { type: 'integer', default: 1, help: 'the same seed, the same moments' }
  }
}, lib, ({ values: { tries, seed }, operands: [only], ...options }) => lib.torture(only, { tries, seed }, options))
