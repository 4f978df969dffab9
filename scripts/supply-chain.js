'use strict'

// make supply-chain: what is installed, and what is known of it.

require('./lib/node-version')
const { proof } = require('./lib/proofs/proof')
const lib = require('./lib/proofs/supply-chain')

proof({
  kind: 'supply-chain',
  summary: 'Looks at all lock files: exact versions, checksums, install scripts, licences, known vulnerabilities, and makes a bill of materials.'
}, lib, ({ signal }) => lib.supplyChain({ signal }))
