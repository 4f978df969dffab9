'use strict'

// make supply-chain: what is installed, and what is known of it.

require('./lib/cli/node-version')
const { proof } = require('../test/reliability/report')
const lib = require('../test/reliability/supply-chain')

proof({
  kind: 'supply-chain',
  summary: 'Looks at all lock files: exact versions, checksums, install scripts, licences, known vulnerabilities, and makes a bill of materials.'
}, lib, ({ signal }) => lib.supplyChain({ signal }))
