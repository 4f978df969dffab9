'use strict'

const { createHash } = require('node:crypto')
const fs = require('node:fs')
const path = require('node:path')

const PAGE = path.join(__dirname, '../scripts/lib/live/page')

/** Where docs/screenshots.js records the hash of the page in docs/images. */
const RECORDED_HASH = path.join(__dirname, 'images/live-page.sha256')

/** @returns {string} A hash of what draws the live page, to compare it with its pictures. */
function hashLivePage () {
  const hash = createHash('sha256')
  for (const name of fs.readdirSync(PAGE).sort()) {
    if (/\.(css|html|js|svg)$/.test(name)) hash.update(fs.readFileSync(path.join(PAGE, name)))
  }
  return hash.digest('hex')
}

module.exports = { hashLivePage, RECORDED_HASH }
