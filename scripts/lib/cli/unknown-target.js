'use strict'

// make runs this for a target that it does not know.

const { suggest } = require('./errors')

const [, , target, ...targets] = process.argv
console.error(`There is no target ${target}. ${suggest(target, targets, 'make help lists them.')}`)
process.exitCode = 2
