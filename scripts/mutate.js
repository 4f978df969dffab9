'use strict'

// make mutate: breaks the project on purpose, in a copy, one way after the other, and sees whether a test notices.

require('./lib/cli/node-version')
const lib = require('../test/reliability/mutation')
const { proof } = require('../test/reliability/report')

proof({
  kind: 'mutate',
  takes: '[file]',
  summary: 'Breaks the project on purpose, in a copy, and sees whether a test notices. A survivor is a missing test.'
}, lib, ({ operands: [only], ...options }) => lib.mutate(only, options))
