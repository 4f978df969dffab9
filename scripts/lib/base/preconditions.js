'use strict'

// Every command requires this file first: it ends the process with one line when Node.js is too old
// or the packages are missing. Old versions have to parse it, so it has no new syntax.

const fs = require('node:fs')
const path = require('node:path')

const oldest = require('../../../package.json').engines.node.replace('>=', '')
const modules = path.join(__dirname, '../../../node_modules')
const installed = path.join(modules, '.package-lock.json') // npm writes it last
const installs = /install\.js$/.test(process.argv[1] || '') // node lib/base/install.js

const [major, minor] = process.versions.node.split('.').map(Number)
const [oldestMajor, oldestMinor] = oldest.split('.').map(Number)

if (major < oldestMajor || (major === oldestMajor && minor < oldestMinor)) {
  const advice = `Install ${oldest} or newer from https://nodejs.org`
  console.error(`Node.js ${process.versions.node} is too old. ${advice}`)
  process.exit(1)
}
if (!installs && !fs.existsSync(installed)) {
  console.error('The packages are not installed. Run npm ci --omit=dev first.')
  process.exit(1)
}
