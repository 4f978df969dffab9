'use strict'

// The profilers of Node.js, for the probe to start and stop in a running process.

/** @type {import('node:inspector/promises').Session|undefined} */
let session

function connect () {
  if (session) return session
  const { Session } = require('node:inspector/promises')
  session = new Session()
  session.connect()
  return session
}

async function startProfile () {
  await connect().post('Profiler.enable')
  await connect().post('Profiler.start')
}

async function stopProfile () {
  return (await connect().post('Profiler.stop')).profile
}

/** Of what is allocated from now on, the profile has what is still in use when it is stopped. */
async function startHeapProfile () {
  await connect().post('HeapProfiler.startSampling')
}

async function stopHeapProfile () {
  return (await connect().post('HeapProfiler.stopSampling')).profile
}

module.exports = { startHeapProfile, startProfile, stopHeapProfile, stopProfile }
