'use strict'

const fs = require('node:fs')
const { setTimeout: sleep } = require('node:timers/promises')

const INTERVAL = 20 // ms between two checks

/** Waits until a condition holds, and tells whether it does within the limit, in ms. */
async function waitUntil (condition, limit = 20_000) {
  const end = Date.now() + limit
  while (!await condition()) {
    if (Date.now() > end) return false
    await sleep(INTERVAL)
  }
  return true
}

async function waitForFile (file) {
  const isWritten = await waitUntil(() => fs.existsSync(file))
  if (!isWritten) throw new Error(`${file} was not written in time`)
}

module.exports = { waitForFile, waitUntil }
