'use strict'

/** @import { Foreign, Profiles, ProfileSteps, Script } from '../../types' */

// What the inspector of V8 does in the process: profiles, and the scripts that were loaded.

const { URL } = require('node:url')
/** @type {Foreign} */
const v8 = require('node:v8') // its types are those of Node.js 20
const { runInNewContext } = require('node:vm')
const { countFiles, fileLimit } = require('./resources')

const FREE_FILES = 16 // Node.js opens seven for its inspector, and aborts if it cannot

const DEPTH = 128 // frames of a stack that allocates

/** @type {import('node:inspector').Session} */
let session // of the profilers
/** @type {{ stop: () => string }|undefined} */
let allocations // the profile of Node.js 26, which collects no garbage
let isSampling = false // the same by the inspector, which does

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
function startProfile ({ cpu, heap, mayCollect = true }) {
  session = openSession()
  if (heap && v8.startHeapProfile) {
    allocations = v8.startHeapProfile({ sampleInterval: heap, stackDepth: DEPTH })
  } else if (heap && mayCollect) {
    post('HeapProfiler.startSampling', { samplingInterval: heap })
    isSampling = true
  }
  if (!cpu) return
  post('Profiler.enable')
  post('Profiler.setSamplingInterval', { interval: cpu })
  post('Profiler.start')
}

/** @param {ProfileSteps} steps */
function stopProfile ({ cpu }) {
  /** @type {Profiles} */
  const profiles = {}
  if (cpu) {
    const { profile } = post('Profiler.stop')
    profiles.cpu = { ...profile, sourceMaps: sourceMaps() }
  }
  if (isSampling) profiles.heap = post('HeapProfiler.stopSampling').profile
  if (allocations) {
    collectYoung() // otherwise, it has garbage
    profiles.heap = JSON.parse(allocations.stop())
  }
  closeProfiles()
  return profiles
}

// Garbage that was allocated a moment ago. This takes some ms.
function collectYoung () {
  const isExposed = Reflect.has(globalThis, 'gc')
  v8.setFlagsFromString('--expose-gc')
  runInNewContext('gc')({ type: 'minor' })
  if (!isExposed) v8.setFlagsFromString('--no-expose-gc')
}

// Loaders such as tsx transpile in memory, and put the source map into the script's last line.
function sourceMaps () {
  /** @type {Record<string, string>} */
  const maps = {}
  for (const { url, sourceMapURL } of scripts()) {
    if (sourceMapURL?.startsWith('data:')) maps[url] = sourceMapURL
  }
  return maps
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
  allocations?.stop()
  allocations = undefined
  isSampling = false
}

module.exports = {
  closeProfiles, inspect, openSession, scripts, sourceMaps, startProfile, stopProfile
}
