'use strict'

// Ends the process with one line when Node.js is too old. Old versions have to parse this file: no new syntax.

const oldest = require('../../../package.json').engines.node.replace('>=', '')

const [major, minor] = process.versions.node.split('.').map(Number)
const [oldestMajor, oldestMinor] = oldest.split('.').map(Number)

if (major < oldestMajor || (major === oldestMajor && minor < oldestMinor)) {
  console.error('Node.js ' + process.versions.node + ' is too old. ' +
    'Install ' + oldest + ' or newer from https://nodejs.org')
  process.exit(1)
}
