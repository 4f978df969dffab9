'use strict'

// The Makefile runs this for a target that it does not have:
// node unknown-target.js <wrong target> <all targets…>

const { nearest } = require('./nearest')

const [target, ...targets] = process.argv.slice(2)
const check = `reliability-${target}`
const candidate = targets.includes(check) ? check : nearest(target, targets)
const hint = candidate ? `Did you mean ${candidate}?` : 'make help lists the targets.'
console.error(`There is no target ${target}. ${hint}`)
process.exit(2)
