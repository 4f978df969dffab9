'use strict'

// The Makefile runs this for a target that it does not have: node unknown-target.js <wrong target> <all targets…>

const { nearest } = require('./nearest')

/** @type {Record<string, string>} targets of version 1 by their present names */
const RENAMED = {
  abuse: 'reliability-fuzz',
  mutate: 'reliability-mutation',
  readme: 'update-docs',
  'record-proofs': 'reliability-record',
  'test-nodes': 'reliability-node-versions',
  torture: 'reliability-crash-test',
  walk: 'run-workshop'
}

const [target, ...targets] = process.argv.slice(2)
const renamed = [RENAMED[target], `reliability-${target}`, target.replace(/-ceiling$/, '-baseline')]
const candidate = renamed.find((name) => targets.includes(name)) ?? nearest(target, targets)
const hint = candidate ? `Did you mean ${candidate}?` : 'make help lists the targets.'
console.error(`There is no target ${target}. ${hint}`)
process.exit(2)
