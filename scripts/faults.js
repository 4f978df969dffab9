'use strict'

// make faults: what a machine can do to the harness, done to it on purpose.

require('./lib/cli/node-version')
const { UsageError } = require('./lib/cli/errors')
const lib = require('../test/reliability/faults')
const { proof } = require('../test/reliability/report')

proof({
  kind: 'faults',
  takes: '[fault]',
  summary: `Puts the harness into trouble, in a copy: ${Object.keys(lib.FAULTS).join('; ')}. Some need Linux, and the right to make namespaces.`
}, lib, ({ operands: [only], ...options }) => {
  if (only && !lib.FAULTS[only]) throw new UsageError(`unknown fault "${only}" (--help lists them)`)
  return lib.faults(only, options)
})
