'use strict'

// Every command requires this file first: it ends the process with one line when Node.js is too old
// or the packages are missing. Old versions have to parse it, so it has no new syntax.

require('./node-version')
const fs = require('node:fs')
const path = require('node:path')

const installed = path.join(__dirname, '../../../node_modules/.package-lock.json') // npm's last file

if (!fs.existsSync(installed)) {
  console.error('The packages are not installed. Run npm ci --omit=dev first.')
  process.exit(1)
}
