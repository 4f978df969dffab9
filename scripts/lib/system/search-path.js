'use strict'

// PATH, and where Debian keeps nginx and ip, which is not in everybody's PATH.

const path = require('node:path')

module.exports = { SEARCH_PATH: [process.env.PATH, '/usr/sbin', '/sbin'].join(path.delimiter) }
