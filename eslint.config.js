'use strict'

module.exports = require('neostandard')({ ignores: ['.tap/', 'results/', 'profiles/'] })
