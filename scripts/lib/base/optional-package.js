'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { UserError } = require('./errors')

const MODULES = path.join(__dirname, '../../../node_modules')

/** @param {string} name */
const isInstalled = (name) => fs.existsSync(path.join(MODULES, name, 'package.json'))

/**
 * Checks for a package that the first installation leaves out, before it is used.
 * @param {string} name
 * @throws {UserError} When it is not installed.
 */
function ensureInstalled (name) {
  if (isInstalled(name)) return
  throw new UserError(`${name} is not installed. Run make install, or npm install, and try again`)
}

module.exports = { ensureInstalled, isInstalled }
