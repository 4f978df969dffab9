'use strict'

// The texts of the observer's modules, by the names that they require each other by. The build of
// the one file replaces this module by its value.

const fs = require('node:fs')
const path = require('node:path')

const FOLDER = path.join(__dirname, 'observer')

/** @type {Record<string, string>} */
const sources = {}
for (const file of fs.readdirSync(FOLDER)) {
  const name = path.basename(file, '.js')
  sources[`./${name}`] = fs.readFileSync(path.join(FOLDER, file), 'utf8')
}

module.exports = sources
