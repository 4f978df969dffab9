'use strict'

// Runs the tests of test/unit in one process: starting one for each file takes longer than its
// tests. REVERSE=1 runs the files in the reverse order, so that none depends on another.

const fs = require('node:fs')
const path = require('node:path')

const FOLDER = path.join(__dirname, 'unit')

const files = fs.readdirSync(FOLDER).filter((name) => name.endsWith('.test.js')).sort()
if (process.env.REVERSE) files.reverse()
for (const file of files) require(path.join(FOLDER, file))
