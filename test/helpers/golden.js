'use strict'

// Golden files: outputs that were read once and found right. UPDATE_GOLDEN=1 rewrites them.

const fs = require('node:fs')
const path = require('node:path')

/** @param {import('tap').Test} t @param {string} file @param {string} text What it must hold. */
function matchGolden (t, file, text) {
  if (process.env.UPDATE_GOLDEN) fs.writeFileSync(file, `${text}\n`)
  t.equal(`${text}\n`, fs.readFileSync(file, 'utf8'), path.basename(file))
}

/** @type {(texts: Record<string, string>) => string} Each text under its name. */
function formatSections (texts) {
  return Object.entries(texts).map(([name, text]) => `=== ${name}\n${text}`).join('\n\n')
}

module.exports = { formatSections, matchGolden }
