'use strict'

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

module.exports = { waitUntil }
