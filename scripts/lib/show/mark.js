'use strict'

const { paint } = require('../cli/terminal')

/** @param {unknown} ok @returns {string} a tick or a cross */
function mark (ok) {
  return ok ? paint('green', '✓') : paint('red', '✗')
}

module.exports = { mark }
