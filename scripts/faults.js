'use strict'

// make faults: what a machine can do to the harness, done to it on purpose.

require('./lib/node-version')
const { UsageError } = require('./lib/errors')
const lib = require('./lib/proofs/faults')
const { proof } = require('./lib/proofs/proof')

proof({
  kind: 'faults',
  takes: '[fault]',
  summary: `Puts the harness into trouble, in a copy: ${Object.keys(lib.FAULTS).join('; ')}. Some need Linux, and the right to make namespaces.`
}, lib, ({ operands: [only], ...options }) => {
  if (only && !lib.FAULTS[only]) throw new UsageError(`unknown fault "${only}" (--help lists them)`)
  return lib.faults(only, options)
})
