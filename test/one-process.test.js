'use strict'

// Runs test files in one process: starting one for each file takes longer than its tests.
// REVERSE=1 runs the files in the reverse order, so that none depends on another.

const fs = require('node:fs')
const path = require('node:path')

const FOLDERS = ['unit', 'docs', '../scripts/whyslow/test']

const files = []
for (const folder of FOLDERS) {
  for (const name of fs.readdirSync(path.join(__dirname, folder)).sort()) {
    if (name.endsWith('.test.js')) files.push(`./${folder}/${name}`)
  }
}
if (process.env.REVERSE) files.reverse()
for (const file of files) require(file)
