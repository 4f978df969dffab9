'use strict'

const fs = require('node:fs')
const { setTimeout: sleep } = require('node:timers/promises')

const INTERVAL = 20 // ms between two checks

/**
 * Waits until a condition holds, so that no test waits for a fixed time.
 *
 * @param {() => boolean|Promise<boolean>} condition
 * @param {number} [limit] ms
 * @returns {Promise<boolean>} false if it does not hold within the limit
 */
async function waitUntil (condition, limit = 20_000) {
  for (const end = Date.now() + limit; Date.now() < end; await sleep(INTERVAL)) {
    if (await condition()) return true
  }
  return condition()
}

/**
 * @param {string} file that a server under test writes
 * @throws {Error} when it is not written within 20 s
 */
async function waitForFile (file) {
  if (!await waitUntil(() => fs.existsSync(file))) throw new Error(`${file} was not written in time`)
}

module.exports = { waitForFile, waitUntil }
