'use strict'

/** @import { Foreign, Profiles, ProfileSteps, Script } from '../../types' */

// What the inspector of V8 does in the process: profiles, and the scripts that were loaded.

const { URL } = require('node:url')
const { countFiles, fileLimit } = require('./resources')

const FREE_FILES = 16 // Node.js opens seven for its inspector, and aborts if it cannot

/** @type {import('node:inspector').Session} */
let session // of the profilers

// For this machine only.
function inspect () {
  if (fileLimit && fileLimit - countFiles() < FREE_FILES) return undefined
  const { open, url } = require('node:inspector')
  if (!url()) open(0, '127.0.0.1')
  const { hostname, port } = new URL(String(url()))
  return { host: hostname, port: Number(port) }
}

function openSession () {
  const { Session } = require('node:inspector')
  const opened = new Session()
  opened.connect()
  return opened
}

// At once: it is this thread.
/** @param {string} method @param {object} [params] @returns {Foreign} */
function post (method, params = {}) {
  /** @type {{ err?: Error|null, answer?: object }} */
  let outcome = {}
  session.post(method, params, (err, answer) => { outcome = { err, answer } })
  if (outcome.err) throw new Error(`${method}: ${outcome.err.message}`)
  return outcome.answer
}

// Of what is allocated from now on, the heap profile has what is still in use at its end.
/** @param {ProfileSteps} steps */
function startProfile ({ cpu, heap }) {
  session = openSession()
  if (heap) post('HeapProfiler.startSampling', { samplingInterval: heap })
  if (!cpu) return
  post('Profiler.enable')
  post('Profiler.setSamplingInterval', { interval: cpu })
  post('Profiler.start')
}

/** @param {ProfileSteps} steps */
function stopProfile ({ cpu, heap }) {
  /** @type {Profiles} */
  const profiles = {}
  if (cpu) {
    const { profile } = post('Profiler.stop')
    profiles.cpu = { ...profile, sourceMaps: readSourceMaps() }
  }
  if (heap) profiles.heap = post('HeapProfiler.stopSampling').profile
  session.disconnect()
  return profiles
}

// Loaders such as tsx transpile in memory, and put the source map into the script's last line.
function readSourceMaps () {
  /** @type {Record<string, string>} */
  const sourceMaps = {}
  for (const { url, sourceMapURL } of scripts()) {
    if (sourceMapURL?.startsWith('data:')) sourceMaps[url] = sourceMapURL
  }
  return sourceMaps
}

// A debugger is enabled meanwhile. No statement of the program runs, so that `debugger` does not
// stop it.
function scripts () {
  /** @type {Script[]} */
  const found = []
  const own = openSession()
  own.on('Debugger.scriptParsed', ({ params }) => {
    found.push({ id: params.scriptId, url: params.url, sourceMapURL: params.sourceMapURL })
  })
  own.on('Debugger.paused', () => own.post('Debugger.resume'))
  own.post('Debugger.setSkipAllPauses', { skip: true })
  own.post('Debugger.enable')
  own.disconnect()
  return found
}

function closeProfiles () {
  session?.disconnect()
}

module.exports = { closeProfiles, inspect, openSession, scripts, startProfile, stopProfile }
