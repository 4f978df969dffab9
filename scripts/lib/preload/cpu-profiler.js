'use strict'

// The CPU profiler of Node.js, for the probe to start and stop in a running process.

/** @type {import('node:inspector/promises').Session|undefined} */
let session

async function startProfile () {
  const { Session } = require('node:inspector/promises')
  session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.start')
}

async function stopProfile () {
  if (!session) throw new Error('no profile was started')
  const { profile } = await session.post('Profiler.stop')
  session.disconnect()
  return profile
}

module.exports = { startProfile, stopProfile }
