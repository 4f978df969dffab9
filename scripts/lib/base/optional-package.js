'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { UserError } = require('./errors')

/**
 * Checks for a package that the first installation leaves out.
 * @param {string} name
 * @throws {UserError} When it is not installed.
 */
function ensureInstalled (name) {
  if (fs.existsSync(path.join(__dirname, '../../../node_modules', name, 'package.json'))) return
  throw new UserError(`${name} is not installed. Run make install, or npm install, and try again`)
}

module.exports = { ensureInstalled }
