'use strict'

const fs = require('node:fs')
const path = require('node:path')

/**
 * Compares what a person reads with the text in test/expected. UPDATE_EXPECTED=1 rewrites that: the
 * diff is what is reviewed.
 */
function matchExpected (t, name, text) {
  const file = path.join(__dirname, '../expected', `${name}.txt`)
  if (process.env.UPDATE_EXPECTED) fs.writeFileSync(file, text)
  t.equal(text, fs.readFileSync(file, 'utf8'), `as in test/expected/${name}.txt`)
}

module.exports = { matchExpected }
