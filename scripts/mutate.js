'use strict'

// make mutate: breaks the project on purpose, in a copy, one way after the other, and sees whether a test notices.

require('./lib/node-version')
const lib = require('./lib/proofs/mutate')
const { proof } = require('./lib/proofs/proof')

proof({
  kind: 'mutate',
  takes: '[file]',
  summary: 'Breaks the project on purpose, in a copy, and sees whether a test notices. A survivor is a missing test.'
}, lib, ({ operands: [only], ...options }) => lib.mutate(only, options))
