'use strict'

// make test-nodes NODES="20 22 24 26": the whole test suite under each version of Node.js.

require('./lib/cli/node-version')
const { proof } = require('../test/reliability/report')
const lib = require('../test/reliability/node-versions')

proof({
  kind: 'test-nodes',
  takes: '[test file…]',
  summary: 'Runs the tests, all or those named, under several versions of Node.js.',
  flags: {
    nodes: { type: 'string', default: '20 22 24 26', help: 'the versions' }
  }
}, lib, ({ values, operands, ...options }) =>
  lib.testNodes(values.nodes.split(/[\s,]+/).filter(Boolean), operands, { ...options, onFile: (line) => console.error(line) }))
