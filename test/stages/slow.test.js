'use strict'

// What slow does beside the contract.

const events = require('node:events')
const t = require('tap')
const { request } = require('../../scripts/lib/server/http-client')
const { startStage } = require('../helpers/stage')

process.removeAllListeners('warning') // which print: make test does not tell the fault of slow

async function warningsIn (url, n) {
  const warnings = []
  const collect = (warning) => warnings.push(warning)
  process.on('warning', collect)
  for (let i = 0; i < n; i++) await request(url)
  process.off('warning', collect)
  return warnings
}

t.test('unmuted, the 11th listener warns, and only it', async (t) => {
  const { url } = await startStage(t, 'slow')
  events.defaultMaxListeners = 10
  t.strictSame(await warningsIn(url, 10), [])
  const [{ name, type, count, stack }, ...more] = await warningsIn(url, 10)
  t.strictSame([name, type, count, more], ['MaxListenersExceededWarning', 'after', 11, []])
  t.match(stack, /^ {4}at .*attachAfterEvent /m)
})
