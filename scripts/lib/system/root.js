'use strict'

const path = require('node:path')

/** The project's folder. */
const ROOT = path.resolve(__dirname, '../../..')

module.exports = { ROOT }
