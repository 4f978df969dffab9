'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { findLab, installLab, labNames } = require('../../scripts/lib/compare/labs')
const { ROOT } = require('./project')
const { waitUntil } = require('./wait')

const LOCK = path.join(ROOT, 'node_modules/.installing-labs')
const LIMIT = 180_000 // ms: a lock that is older was left by a test that was killed

/** Installs the packages of all labs, in one test file at a time: npm ci begins by deleting. */
async function installLabs () {
  await waitUntil(takeLock, LIMIT)
  try {
    for (const name of labNames()) await installLab(findLab(name))
  } finally {
    fs.rmSync(LOCK, { recursive: true, force: true })
  }
}

function takeLock () {
  try {
    fs.mkdirSync(LOCK)
    return true
  } catch {
    return false
  }
}

module.exports = { installLabs }
