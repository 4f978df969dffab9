'use strict'

const { UserError } = require('../base/errors')

/**
 * Finds a file of a package that the first installation leaves out.
 * @param {string} file Such as `clinic/bin.js`.
 * @returns {string} Its path.
 * @throws {UserError} When the package is not installed.
 */
function resolveOptional (file) {
  try {
    return require.resolve(file)
  } catch {
    const [name] = file.split('/')
    throw new UserError(`${name} is not installed. Run make install, or npm install, and try again`)
  }
}

module.exports = { resolveOptional }
