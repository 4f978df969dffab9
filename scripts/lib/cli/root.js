'use strict'

const path = require('node:path')

module.exports = { ROOT: path.resolve(__dirname, '../../..') } // the project's folder
