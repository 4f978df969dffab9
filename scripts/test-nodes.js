'use strict'

// make test-nodes NODES="20 22 24 26": the whole test suite under each version of Node.js.

require('./lib/node-version')
const { proof } = require('./lib/proofs/proof')
const lib = require('./lib/proofs/test-nodes')

proof({
  kind: 'test-nodes',
  takes: '[test file…]',
  summary: 'Runs the tests, all or those named, under several versions of Node.js.',
  flags: {
    nodes: { type: 'string', default: '20 22 24 26', help: 'the versions' }
  }
}, lib, ({ values, operands, ...options }) =>
  lib.testNodes(values.nodes.split(/[\s,]+/).filter(Boolean), operands, { ...options, onFile: (line) => console.error(line) }))
