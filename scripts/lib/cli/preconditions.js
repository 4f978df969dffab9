'use strict'

// Every command requires this file first, and make runs it before it installs the packages. Old
// versions of Node.js have to parse it, so it has no new syntax.

const fs = require('node:fs')
const path = require('node:path')

const packages = path.join(__dirname, '../../../node_modules/.package-lock.json')
const oldest = require('../../../package.json').engines.node.replace('>=', '')
const version = process.versions.node

if (version.localeCompare(oldest, 'en', { numeric: true }) < 0) {
  const advice = `Install ${oldest} or newer from https://nodejs.org`
  console.error(`Node.js ${version} is too old. ${advice}`)
  process.exit(1)
}
if (require.main !== module && !fs.existsSync(packages)) {
  console.error('The packages are not installed. Run npm ci --omit=dev first.')
  process.exit(1)
}
