'use strict'

const fs = require('node:fs')
const t = require('tap')
const { hashLivePage, RECORDED_HASH } = require('../../docs/tools/screenshots')

// Without a record, the pictures are older than this test.
const todo = fs.existsSync(RECORDED_HASH) ? false : 'take them: node docs/tools/screenshots.js live'

t.test('the pictures of the live page show the page as it is', { todo }, async (t) => {
  const recorded = fs.readFileSync(RECORDED_HASH, 'utf8').trim()
  t.equal(recorded, hashLivePage(), 'take them anew: node docs/tools/screenshots.js live')
})
