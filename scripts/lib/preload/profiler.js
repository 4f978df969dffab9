'use strict'

// The profilers of Node.js, for the probe to start and stop in a running process.

/** @import { RunProfile } from './types' */

const { readScripts } = require('./scripts')

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

/** @returns {Promise<RunProfile>} */
async function stopProfile () {
  const { profile } = await connect().post('Profiler.stop')
  return { ...profile, sourceMaps: readSourceMaps() }
}

// Loaders such as tsx transpile in memory, and put the source map into the script's last line.
function readSourceMaps () {
  const sourceMaps = {}
  for (const { url, sourceMapURL } of readScripts()) {
    if (sourceMapURL?.startsWith('data:')) sourceMaps[url] = sourceMapURL
  }
  return sourceMaps
}

/** Of what is allocated from now on, the profile has what is still in use when it is stopped. */
async function startHeapProfile () {
  await connect().post('HeapProfiler.startSampling')
}

async function stopHeapProfile () {
  return (await connect().post('HeapProfiler.stopSampling')).profile
}

module.exports = {
  startHeapProfile,
  startProfile,
  stopHeapProfile,
  stopProfile
}
